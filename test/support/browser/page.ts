/** The page that embeds the element: adds it, listens to it, and changes its surroundings. */
import { expect, fixture, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import type { PinErrorEvent } from '../../../src/element/events.js';
import type { SetCardPinElement } from '../../../src/element/set-card-pin-element.js';
import type { SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import type { Outcome } from '../../../src/set-pin/outcome.js';
import { evaluateInFrames, frames, protocol } from './accessibility-tree.js';
import { enterPin, setPin } from './cardholder.js';
import { mode } from './engine.js';
import type { Service } from './service.js';

/** The element's event types. */
const PIN_EVENTS = ['pin-ready', 'pin-change', 'pin-set', 'pin-error', 'token-expired'] as const;

type PinEvents = Pick<GlobalEventHandlersEventMap, (typeof PIN_EVENTS)[number]>;

/** Resolves to the element's next event of a type. */
export function next<K extends keyof PinEvents>(
  element: EventTarget,
  type: K,
): Promise<PinEvents[K]> {
  return new Promise((resolve) =>
    element.addEventListener(type, (event) => resolve(event as PinEvents[K]), { once: true }),
  );
}

/** Records all of the element's events from now on, in order. */
export function listen(element: EventTarget): PinEvents[keyof PinEvents][] {
  const events: PinEvents[keyof PinEvents][] = [];
  for (const type of PIN_EVENTS) element.addEventListener(type, (event) => events.push(event));
  return events;
}

/** Renders a template into the page and waits until the element in it is ready. */
export async function mount<T extends Element>(template: TemplateResult): Promise<T> {
  const ready = next(document, 'pin-ready');
  const mounted = await fixture<T>(template);
  await ready;
  // Without a frame, a test would run inline in both modes.
  if (mode === 'isolated') expect(await frames()).not.to.have.length(0);
  return mounted;
}

/**
 * Adds an element to the page, for a card that no other test uses.
 *
 * @param token - False for an element without a client token.
 */
export async function embed(
  service: Service,
  behaviour: SandboxBehaviour,
  { token = true } = {},
): Promise<{ readonly element: SetCardPinElement; readonly cardId: string }> {
  const cardId = await service.card(behaviour);
  const element = await mount<SetCardPinElement>(html`${createElement(service, cardId)}`);
  if (token) element.clientToken = await service.token(cardId);
  return { element, cardId };
}

/**
 * Creates an element with its settings, without adding it to the page.
 *
 * @param tag - A tag name, which may not be defined yet.
 */
export function createElement(
  { endpoint, frameSrc }: Service,
  cardId: string,
  tag = 'set-card-pin',
): SetCardPinElement {
  const element = document.createElement(tag) as SetCardPinElement;
  return Object.assign(element, { endpoint, frameSrc, cardId });
}

/** Types a PIN into both fields and calls `submit()`. */
export async function submitPin(element: SetCardPinElement, pin = '4826'): Promise<Outcome> {
  await enterPin(element, pin);
  return element.submit();
}

/** Sets a PIN as the cardholder does. Resolves to the error that ends the submit. */
export async function failToSetPin(element: HTMLElement, pin = '4826'): Promise<PinErrorEvent> {
  const ended = next(element, 'pin-error');
  await setPin(element, pin);
  return ended;
}

/** Calls `moveBefore`, which TypeScript's types don't have yet. */
export function moveBefore(element: Element, parent: Element): void {
  (parent as Element & { moveBefore(node: Node, child: null): void }).moveBefore(element, null);
}

/** Adds a frame with a same-origin document at the end of an element. */
export async function addDocument(parent: Element, srcdoc: string): Promise<Document> {
  const frame = Object.assign(document.createElement('iframe'), { srcdoc });
  const loaded = new Promise((resolve) => (frame.onload = resolve));
  parent.append(frame);
  await loaded;
  return frame.contentDocument!;
}

/** Resolves when a condition holds. Checks it on every animation frame. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  /** Milliseconds. */
  limit = 60_000,
): Promise<void> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > limit) throw new Error(`Waited for ${String(condition)}`);
    await new Promise(requestAnimationFrame);
  }
}

/**
 * Runs a function in the page that contains the form: the frame page in isolated mode.
 *
 * @param act - A function that is sent as source text, so it can't use variables from its scope.
 */
export async function runInFormPage(act: () => void): Promise<void> {
  if (mode === 'inline') act();
  else await evaluateInFrames(`(${String(act)})()`);
}

/** Runs a script at the start of every frame that is loaded before the test file ends. */
export async function runInFrames(source: string): Promise<void> {
  await protocol('Page.enable');
  await protocol('Page.addScriptToEvaluateOnNewDocument', { source });
}
