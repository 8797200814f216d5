import { expect } from '@open-wc/testing';
import { PinForm } from '../../src/form/pin-form.js';
import { wordsFor } from '../../src/messages/words.js';
import { platformOf, type PinPlatform } from '../../src/shield/platform.js';
import { press, type } from '../support/browser/cardholder.js';

const SETTINGS = {
  length: 4,
  rules: [],
  denied: [],
  confirms: true,
  steps: false,
  autoSubmits: false,
  disabled: false,
  target: { endpoint: 'https://service.invalid/graphql', cardId: 'card_1', keyType: '' },
};

describe('a key in a form', () => {
  it('reads each field once, and reports nothing', async () => {
    const counts = new Map<string, number>();
    const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
    const counted = new Proxy(platformOf(globalThis), {
      get: (target, name: keyof PinPlatform) => {
        count(name);
        return target[name];
      },
    });
    const root = document.body.appendChild(document.createElement('div')).attachShadow({
      mode: 'open',
    });
    const form = new PinForm(root, {} as never, ({ kind }) => count(kind), {
      platform: () => counted,
      hasFocus: () => true,
      focusStop: () => false,
      bringIntoView: () => undefined,
    });
    for (const type of ['keydown', 'keyup', 'beforeinput', 'input'])
      root.addEventListener(type, (event) => form.receive(event));
    form.take({ kind: 'settings', settings: SETTINGS, words: wordsFor('en', undefined, 4) });
    form.take({ kind: 'focus', preventScroll: false, direction: 0 });
    await type('4');
    counts.clear();

    await press('8');
    expect(Object.fromEntries(counts)).to.deep.equal({ valueOf: 2, online: 1 });
    form.close();
  });
});
