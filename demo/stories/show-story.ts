/**
 * Puts an element into a story's state, with the steps of a page and a cardholder.
 */
import type { SetCardPinElement } from '../../src/index.js';
import { SANDBOX_CARDS } from '../../src/node/sandbox/cards.js';
import type { Looks } from '../looks/looks.js';
import { fetchClientToken } from '../server-calls/client-tokens.js';
import type { Cardholder, Story } from './stories.js';

/**
 * Replaces the content of a container with a new element, and plays the story.
 *
 * @param endpoint - The address of the service's GraphQL endpoint.
 * @returns Resolves when the element has reached the story's state.
 */
export async function showStory(
  story: Story,
  container: Element,
  endpoint: string,
  appearance: Looks['appearance'],
): Promise<void> {
  const element = createElement(story, endpoint);
  element.appearance = appearance;
  const ready = new Promise((resolve) =>
    element.addEventListener('pin-ready', resolve, { once: true }),
  );
  container.replaceChildren(element);
  await ready;
  story.act?.(cardholderOf(element));
  while (element.shadowRoot!.querySelector(story.shows) === null) {
    await new Promise(requestAnimationFrame);
  }
}

function createElement(
  { behaviour = 'accepted', embed }: Story,
  endpoint: string,
): SetCardPinElement {
  const cardId = SANDBOX_CARDS.find((card) => card.behaviour === behaviour)?.id ?? '';
  const element = document.createElement('set-card-pin');
  element.endpoint = endpoint;
  element.cardId = cardId;
  element.getClientToken = ({ signal }) => fetchClientToken(cardId, signal);
  embed?.(element);
  return element;
}

/** The cardholder types without the focus, which a story must not take. */
function cardholderOf(element: SetCardPinElement): Cardholder {
  const find = <Node extends HTMLElement>(selector: string): Node =>
    element.shadowRoot!.querySelector<Node>(selector)!;
  return {
    type(field, text) {
      const input = find<HTMLInputElement>(`#card-pin-${field}`);
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      // The element renders after an edit of a field that has the focus.
      element.requestUpdate();
    },
    reveal: () => find('.reveal').click(),
    leave(field) {
      find(`#card-pin-${field}`).dispatchEvent(new FocusEvent('blur'));
    },
    submit: () => void element.submit(),
  };
}
