/** A portal's page as a React app, for a server and for a browser. It needs no JSX. */
import * as React from 'react';
import { createElement as h, StrictMode, useState, version, type ReactElement } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { SetCardPin, type SetCardPinProps } from '../../src/react.js';

export type PortalProps = SetCardPinProps & {
  readonly freshToken?: string;
  /** `true` if React's `<Activity>` hides the page. */
  readonly isHidden?: boolean;
};

/** Calls of the app's refs and event handlers, for the test to read. */
const calls: string[] = [];

function Portal({ freshToken, isHidden: _, ...props }: PortalProps): ReactElement {
  const [state, setState] = useState('The PIN is not set');
  const handlers: Partial<Parameters<typeof SetCardPin>[0]> = {
    ref: (element) => void calls.push(element === null ? 'no ref' : `ref ${element.tagName}`),
    onPinReady: ({ type }) => calls.push(type),
    onPinChange: ({ complete }) => calls.push(`complete: ${complete}`),
    onPinError: ({ outcome }) => setState(outcome.kind),
    onPinSet: ({ card }) => setState(`Set for the card ending in ${card.last4}`),
    onTokenExpired: (event) => {
      calls.push(event.reason);
      event.respondWith(Promise.resolve(freshToken ?? ''));
    },
  };
  const heading = h('h2', { slot: 'heading' }, 'Your PIN');
  const pin = h(SetCardPin, { noConfirm: true, ...props, ...handlers }, heading);
  return h('main', null, pin, h('output', null, state));
}

/** Returns the whole document, as frameworks like Remix render it. */
function app(props: PortalProps): ReactElement {
  const head = h('head', null, h('link', { rel: 'icon', href: 'data:,' }));
  const portal = h(Portal, props);
  const { Activity } = React as Partial<typeof React>;
  const mode = props.isHidden ? 'hidden' : 'visible';
  // React 18 doesn't have this component.
  const boundary = Activity ? h(Activity, { mode, children: portal }) : portal;
  const body = h('body', null, boundary, h('script', { type: 'module', src: 'app.js' }));
  return h(StrictMode, null, h('html', { lang: 'en' }, head, body));
}

let root: Root;

/** The functions that the test calls, on the server and in the page. */
export const portal = {
  version,
  calls,
  render: (props: PortalProps) => renderToString(app(props)),
  /** Hydrates the page that the server rendered. */
  start: (props: PortalProps) => void (root = hydrateRoot(document, app(props))),
  update: (props: PortalProps) => root.render(app(props)),
  end: () => root.unmount(),
};

if (typeof window !== 'undefined') Object.assign(window, { portal });
