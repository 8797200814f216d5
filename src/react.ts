/**
 * The element as a component of React 18 and 19. Importing it registers `<set-card-pin>`.
 *
 * On a server it renders the element's attributes, so that the form is the right one from the moment the browser has the element,
 * before React has hydrated it: isolated where it shall be, and never without an endpoint. The client token and denied PINs have no
 * place there, and are handed over as properties in the browser.
 */
import { createComponent } from '@lit/react';
import * as React from 'react';
import type { SetCardPinListeners, SetCardPinProperties } from './element/properties.js';
import { SetCardPinElement, type PinReadyEvent } from './index.js';

/** What the component takes: the element's properties, listeners for its events, and what every HTML element has. */
export type SetCardPinProps = SetCardPinProperties & {
  endpoint: string;
  cardId: string;
} & SetCardPinListeners &
  Omit<React.HTMLAttributes<SetCardPinElement>, keyof SetCardPinProperties>;

const EVENTS = {
  onPinReady: 'pin-ready',
  onPinChange: 'pin-change',
  onPinSet: 'pin-set',
  onPinError: 'pin-error',
  onTokenExpired: 'token-expired',
} satisfies Record<keyof SetCardPinListeners, string>;

type Component = React.ForwardRefExoticComponent<
  SetCardPinProps & React.RefAttributes<SetCardPinElement>
>;

/**
 * `<set-card-pin>` in React.
 *
 * ```tsx
 * <SetCardPin
 *   endpoint="https://api.example.com/graphql"
 *   cardId={card.id}
 *   getClientToken={({ signal }) => fetchClientToken(card.id, signal)}
 *   onPinSet={(event) => setDone(event.card.last4)}
 * />
 * ```
 *
 * A ref gets the element, with its methods `submit()`, `reset()`, `focus()`, `checkValidity()` and `reportValidity()`. Children go into
 * its slots: `<h2 slot="heading">`.
 */
export const SetCardPin: Component = typeof document === 'undefined' ? onServer() : inBrowser();
SetCardPin.displayName = 'SetCardPin';

function inBrowser(): Component {
  const Wrapped = createComponent({
    react: React,
    tagName: 'set-card-pin',
    elementClass: SetCardPinElement,
    events: EVENTS,
  }) as unknown as Component;

  const listening = new WeakSet<EventTarget>();
  const early = new WeakMap<EventTarget, PinReadyEvent>();
  // A form that came with the page is ready before React listens to it.
  window.addEventListener('pin-ready', (event) => {
    if (event.target !== null && !listening.has(event.target)) early.set(event.target, event);
  });

  return React.forwardRef<SetCardPinElement, SetCardPinProps>((props, ref) => {
    const own = React.useRef<SetCardPinElement>(null);
    React.useImperativeHandle(ref, () => own.current as SetCardPinElement, []);
    React.useLayoutEffect(() => {
      const element = own.current;
      if (element === null || listening.has(element)) return;
      listening.add(element);
      const event = early.get(element);
      early.delete(element);
      if (event !== undefined) props.onPinReady?.(event);
    });
    return React.createElement(Wrapped, { ...props, ref: own });
  });
}

function onServer(): Component {
  return React.forwardRef<SetCardPinElement, SetCardPinProps>((props, _ref) =>
    React.createElement('set-card-pin', attributesOf(props)),
  );
}

/** What a server may render: what has an attribute, and no listener of the element's. */
function attributesOf(props: SetCardPinProps): Record<string, unknown> {
  const attributes = Object.entries(props).flatMap(([name, value]: [string, unknown]) => {
    const attribute = attributeOf(name);
    if (attribute === undefined || value === undefined || value === null) return [];
    // React 18 would write a boolean as a word, and to be `disabled="false"` is to be disabled.
    if (typeof value !== 'boolean' || /^(aria|data)-/.test(name)) return [[attribute, value]];
    return value ? [[attribute, '']] : [];
  });
  return Object.fromEntries(attributes) as Record<string, unknown>;
}

/** As JSX lets them be written; what has a hyphen its types let pass. */
const SECRET = /^(client-?token|denied-?pins)$/i;

function attributeOf(name: string): string | undefined {
  if (name === 'className') return 'class';
  if (name in EVENTS || SECRET.test(name)) return undefined;
  const { attribute } = SetCardPinElement.properties[name] ?? { attribute: name };
  return attribute === false ? undefined : typeof attribute === 'string' ? attribute : name;
}
