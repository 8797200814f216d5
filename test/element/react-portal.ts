/** A portal's page as a React app, for a server and for a browser. It needs no JSX. */
import * as React from 'react';
import { createElement, StrictMode, useState, version, type ReactElement } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { SetCardPin, type SetCardPinProps } from '../../src/react.js';

export type PortalProps = Pick<
  SetCardPinProps,
  'endpoint' | 'cardId' | 'clientToken' | 'pinLength' | 'frameSrc'
> & {
  readonly freshToken?: string;
  /** `true` if React's `<Activity>` hides the page. */
  readonly isHidden?: boolean;
};

/** Calls of the app's refs and event handlers, for the test to read. */
const calls: string[] = [];

function Portal({ freshToken, isHidden: _, ...props }: PortalProps): ReactElement {
  const [state, setState] = useState('The PIN is not set');
  const pin = createElement(
    SetCardPin,
    {
      ...props,
      id: 'pin',
      className: 'wide',
      style: { maxWidth: '30rem' },
      lang: 'en',
      disabled: false,
      noConfirm: true,
      'aria-label': 'PIN',
      ...{ 'data-purpose': 'portal' },
      getClientToken: undefined,
      messages: { newPin: 'Your PIN' },
      ref: (element) => void calls.push(element === null ? 'no ref' : `ref ${element.tagName}`),
      onPinReady: ({ type }) => calls.push(type),
      onPinChange: ({ complete }) => calls.push(`complete: ${complete}`),
      onPinError: ({ outcome }) => setState(outcome.kind),
      onPinSet: ({ card }) => setState(`Set for the card ending in ${card.last4}`),
      onTokenExpired: (event) => {
        calls.push(event.reason);
        event.respondWith(Promise.resolve(freshToken ?? ''));
      },
    },
    createElement('h2', { slot: 'heading' }, 'Your PIN'),
  );
  return createElement('main', null, pin, createElement('output', null, state));
}

/** Returns the whole document, as frameworks like Remix render it. */
function app(props: PortalProps): ReactElement {
  const head = createElement(
    'head',
    null,
    createElement('meta', { charSet: 'utf-8' }),
    createElement('title', null, 'A portal'),
    createElement('link', { rel: 'icon', href: 'data:,' }),
  );
  const script = createElement('script', { type: 'module', src: 'app.js' });
  const portal = createElement(Portal, props);
  const { Activity } = React as Partial<typeof React>;
  const mode = props.isHidden ? 'hidden' : 'visible';
  // React 18 doesn't have this component.
  const boundary = Activity ? createElement(Activity, { mode, children: portal }) : portal;
  const body = createElement('body', null, boundary, script);
  return createElement(StrictMode, null, createElement('html', { lang: 'en' }, head, body));
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
