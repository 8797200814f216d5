import type { Attack } from '../attack.js';

export const otherCard: Attack = {
  title: 'the attacker’s card',
  does: 'Sets `cardId` and `clientToken` to a card of the attacker before the cardholder types. Then this card has the PIN, and its owner can try it.',
  install: ({ basePath }) => {
    let isDone = false;
    return async () => {
      if (isDone) return;
      isDone = true;
      const answer = await fetch(`${basePath}attackers-card.json`);
      const { id, token } = (await answer.json()) as { id: string; token: string };
      const element = document.querySelector('set-card-pin')!;
      element.cardId = id;
      element.clientToken = token;
    };
  },
};
