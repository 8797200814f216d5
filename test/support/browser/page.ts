/**
 * The page that embeds the element: it puts one there, and listens to it.
 */
import { expect, fixture, html } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import type { TemplateResult } from 'lit';
import { stub, type SinonStub } from 'sinon';
import type { SetCardPinElement } from '../../../src/element/set-card-pin-element.js';
import type { SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import { frames, protocol, sees } from './cardholder.js';
import { mode } from './engine.js';
import type { Service } from './service.js';

type PinEvents = Pick<
  GlobalEventHandlersEventMap,
  'pin-ready' | 'pin-change' | 'pin-set' | 'pin-error' | 'token-expired'
>;

/** The names of the element's events. */
export const PIN_EVENTS: readonly (keyof PinEvents)[] = [
  'pin-ready',
  'pin-change',
  'pin-set',
  'pin-error',
  'token-expired',
];

/** Resolves to the element's next event of a type. */
export function next<K extends keyof PinEvents>(
  element: EventTarget,
  type: K,
): Promise<PinEvents[K]> {
  return new Promise((resolve) =>
    element.addEventListener(type, (event) => resolve(event as PinEvents[K]), { once: true }),
  );
}

/** Keeps every event of the element's from now on, in order. */
export function listen(element: EventTarget): PinEvents[keyof PinEvents][] {
  const heard: PinEvents[keyof PinEvents][] = [];
  for (const type of PIN_EVENTS)
    element.addEventListener(type, (event) => heard.push(event as PinEvents[keyof PinEvents]));
  return heard;
}

/** Puts on the page what a template says, and waits until the element in it can be used. */
export async function put<T extends Element>(template: TemplateResult): Promise<T> {
  const ready = next(document, 'pin-ready');
  const placed = await fixture<T>(template);
  await ready;
  // Or else a test would run twice in the one mode and never in the other.
  if (mode === 'isolated') expect(await frames()).not.to.have.length(0);
  return placed;
}

/** Puts an element on the page for a card of its own, with a client token unless the test brings one by another way. */
export async function embed(
  service: Service,
  behaviour: SandboxBehaviour,
  { token = true }: { readonly token?: boolean } = {},
): Promise<{ readonly element: SetCardPinElement; readonly cardId: string }> {
  const cardId = await service.card(behaviour);
  const element = await put<SetCardPinElement>(
    html`<set-card-pin
      endpoint=${service.endpoint}
      card-id=${cardId}
      .frameSrc=${service.frameSrc}
    ></set-card-pin>`,
  );
  if (token) element.clientToken = await service.token(cardId);
  return { element, cardId };
}

/** Resolves when a form is shown: a frame is loaded anew when its element is moved. */
export function shown(): Promise<void> {
  return until(() => sees('textbox', 'New PIN'));
}

/** Resolves when a condition holds, asked again with every frame. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(requestAnimationFrame);
}

/**
 * Does something to the page that has the form, which in isolated mode is the frame's.
 *
 * @param act - Nothing from outside of it may stand in it
 */
export async function toFormsPage(act: () => void): Promise<void> {
  if (mode === 'inline') act();
  else await executeServerCommand('evaluate-in-frames', { expression: `(${String(act)})()` });
}

/** Has every frame that comes until the test file ends begin with a script. */
export async function runInFrames(source: string): Promise<void> {
  await protocol('Page.enable');
  await protocol('Page.addScriptToEvaluateOnNewDocument', { source });
}

/** For the tests of a suite: where the element waits before it tries again, only for as long as the service asks. */
export function withoutJitter(): void {
  let random: SinonStub;
  before(async () => {
    random = stub(Math, 'random').returns(0);
    if (mode === 'isolated') await runInFrames('Math.random = () => 0');
  });
  after(() => random.restore());
}
