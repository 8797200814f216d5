/**
 * Brings an element into a story's state, as a page and a cardholder would.
 */
import type { SetCardPinElement } from '../../src/index.js';
import type { Looks } from '../looks/looks.js';
import { fetchClientToken } from '../playground/portal-tokens.js';
import { SANDBOX_CARDS } from '../../src/node/sandbox/cards.js';
import type { Cardholder, Story } from './stories.js';

/**
 * Puts a new element into a place of the page, in place of what is there.
 *
 * @param endpoint the address of the service's GraphQL endpoint
 * @returns once the element is as the story says; some states pass, such as that of an element that waits for an answer
 */
export async function tell(
  story: Story,
  place: Element,
  endpoint: string,
  appearance: Looks['appearance'],
): Promise<void> {
  const element = elementOf(story, endpoint);
  element.appearance = appearance;
  const ready = new Promise((resolve) =>
    element.addEventListener('pin-ready', resolve, { once: true }),
  );
  place.replaceChildren(element);
  await ready;
  story.act?.(cardholderAt(element));
  while (element.shadowRoot!.querySelector(story.shows) === null) {
    await new Promise(requestAnimationFrame);
  }
}

function elementOf({ behaviour = 'accepted', embed }: Story, endpoint: string): SetCardPinElement {
  const cardId = SANDBOX_CARDS.find((card) => card.behaviour === behaviour)?.id ?? '';
  const element = document.createElement('set-card-pin');
  element.endpoint = endpoint;
  element.cardId = cardId;
  element.getClientToken = ({ signal }) => fetchClientToken(cardId, signal);
  embed?.(element);
  return element;
}

function cardholderAt(element: SetCardPinElement): Cardholder {
  const find = (selector: string): HTMLElement => element.shadowRoot!.querySelector(selector)!;
  return {
    type(field, text) {
      find(`#card-pin-${field}`).focus();
      document.execCommand('insertText', false, text);
    },
    reveal: () => find('.reveal').click(),
    leave: () => element.blur(),
    submit: () => void element.submit(),
  };
}
