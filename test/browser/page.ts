/**
 * The page that embeds the element: it puts one there, and listens to it.
 */
import { fixture, html } from '@open-wc/testing';
import { stub, type SinonStub } from 'sinon';
import type { SetCardPinElement } from '../../src/set-card-pin-element.js';
import type { SandboxBehaviour } from '../../demo/sandbox/cards.js';
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

/** Puts an element on the page for a card of its own, with a client token unless the test brings one by another way. */
export async function embed(
  service: Service,
  behaviour: SandboxBehaviour,
  { token = true }: { readonly token?: boolean } = {},
): Promise<{ readonly element: SetCardPinElement; readonly cardId: string }> {
  const cardId = await service.card(behaviour);
  const element = await fixture<SetCardPinElement>(
    html`<set-card-pin endpoint=${service.endpoint} card-id=${cardId}></set-card-pin>`,
  );
  if (token) element.clientToken = await service.token(cardId);
  return { element, cardId };
}

/** Resolves when a condition holds, asked again with every frame. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(requestAnimationFrame);
}

/** For the tests of a suite: where the element waits before it tries again, only for as long as the service asks. */
export function withoutJitter(): void {
  let random: SinonStub;
  before(() => {
    random = stub(Math, 'random').returns(0);
  });
  after(() => random.restore());
}
