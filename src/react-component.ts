/**
 * The element as a component for React 18 and 19. A server renders the element's attributes, so
 * that the element has its endpoint before React hydrates it. The client token is secret, so the
 * server doesn't render it, and the browser sets it as a property.
 */
import { createComponent } from '@lit/react';
import * as React from 'react';
import {
  SetCardPinBase,
  type SetCardPinListeners,
  type SetCardPinProperties,
} from './element/properties.js';
import type { PinReadyEvent } from './element/events.js';
import type { SetCardPinElement } from './element/set-card-pin-element.js';

/** The component's props: the element's properties, event listeners, and every HTML attribute. */
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

export type Component = React.ForwardRefExoticComponent<
  SetCardPinProps & React.RefAttributes<SetCardPinElement>
>;

/** Returns the component for a registered element. */
export function componentOf(elementClass: typeof SetCardPinElement): Component {
  const component = typeof document === 'undefined' ? onServer() : inBrowser(elementClass);
  component.displayName = 'SetCardPin';
  return component;
}

function inBrowser(elementClass: typeof SetCardPinElement): Component {
  const Wrapped = createComponent({
    react: React,
    tagName: 'set-card-pin',
    elementClass,
    events: EVENTS,
  }) as unknown as Component;

  const listening = new WeakSet<EventTarget>();
  const early = new WeakMap<EventTarget, PinReadyEvent>();
  // An element in server-rendered HTML may be ready before React listens.
  window.addEventListener('pin-ready', (event) => {
    if (event.target !== null && !listening.has(event.target)) early.set(event.target, event);
  });

  return React.forwardRef<SetCardPinElement, SetCardPinProps>((props, ref) => {
    const elementRef = React.useRef<SetCardPinElement>(null);
    React.useImperativeHandle(ref, () => elementRef.current as SetCardPinElement, []);
    React.useLayoutEffect(() => {
      const element = elementRef.current;
      if (element === null || listening.has(element)) return;
      listening.add(element);
      const event = early.get(element);
      early.delete(element);
      if (event !== undefined) props.onPinReady?.(event);
    });
    // `<Activity>` hides its content without removing it, and cleans up passive effects. Suspense
    // hides its content too, but keeps the effects.
    const isShown = React.useRef(false);
    React.useEffect(() => {
      const element = elementRef.current;
      isShown.current = true;
      return () => {
        isShown.current = false;
        // StrictMode cleans up each effect once, and runs it again in the same task.
        queueMicrotask(() => {
          if (!isShown.current && element?.isConnected) element.handleHide();
        });
      };
    }, []);
    return React.createElement(Wrapped, { ...props, ref: elementRef });
  });
}

function onServer(): Component {
  return React.forwardRef<SetCardPinElement, SetCardPinProps>((props, _ref) =>
    React.createElement('set-card-pin', attributesOf(props)),
  );
}

/** Returns the attributes that a server may render, without secrets or listeners. */
function attributesOf(props: SetCardPinProps): Record<string, unknown> {
  const attributes = Object.entries(props).flatMap(([name, value]: [string, unknown]) => {
    const attribute = attributeOf(name);
    if (attribute === undefined || value === undefined || value === null) return [];
    if (typeof value !== 'boolean') return [[attribute, value]];
    // React 18 would write `disabled="false"`, which means true. React 19 omits every `false`.
    if (/^(aria-|data-|draggable$|spellCheck$|contentEditable$)/.test(name))
      return [[attribute, String(value)]];
    return value ? [[attribute, '']] : [];
  });
  return Object.fromEntries(attributes) as Record<string, unknown>;
}

/** Matches every spelling that JSX accepts, because its types allow any name with a hyphen. */
const SECRET = /^client-?token$/i;

function attributeOf(name: string): string | undefined {
  if (name === 'className') return 'class';
  if (name in EVENTS || SECRET.test(name)) return undefined;
  const { attribute } = SetCardPinBase.properties[name] ?? { attribute: name };
  return attribute === false ? undefined : typeof attribute === 'string' ? attribute : name;
}
