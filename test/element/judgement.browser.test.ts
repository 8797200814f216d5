import { expect } from '@open-wc/testing';
import { PinForm } from '../../src/form/pin-form.js';
import type { PinFormHost } from '../../src/form/form.js';
import type { FormSettings } from '../../src/form/settings.js';
import { wordsFor } from '../../src/messages/words.js';
import type { PinRule } from '../../src/pin/rule-names.js';
import { platformOf } from '../../src/shield/platform.js';
import { press } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';

/** Counts how often the form reads a field and runs the rules. */
interface Counts {
  readonly reads: string[];
  runs: number;
}

/** A list of rules that counts how often it is searched. */
class CountedRules extends Array<PinRule> {
  readonly #counts: Counts;

  constructor(counts: Counts, ...rules: readonly PinRule[]) {
    super(...rules);
    this.#counts = counts;
  }

  override find(...args: Parameters<Array<PinRule>['find']>): PinRule | undefined {
    this.#counts.runs++;
    return super.find(...args);
  }
}

/** Opens a form whose platform functions count the reads. */
function openForm(counts: Counts): { readonly form: PinForm; readonly host: HTMLElement } {
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'closed' });
  const platform = platformOf(globalThis);
  const settings: FormSettings = {
    length: 4,
    rules: new CountedRules(counts, 'repeated', 'sequence'),
    denied: [],
    confirms: true,
    steps: false,
    autoSubmits: false,
    disabled: false,
    target: { endpoint: 'https://service.invalid/graphql', cardId: 'card_1', keyed: true },
  };
  const none = (): Promise<{ kind: 'none' }> => Promise.resolve({ kind: 'none' });
  let isDue = false;
  const formHost: PinFormHost = {
    tokens: { obtain: none, renew: none, refuse: () => {} },
    settings: () => settings,
    words: () => words,
    platform: () => ({
      ...platform,
      valueOf: (input) => {
        counts.reads.push(input.id);
        return platform.valueOf(input);
      },
    }),
    hasFocus: () => true,
    bringIntoView: () => {},
    requestUpdate: () => {
      if (!isDue) queueMicrotask(() => update());
      isDue = true;
    },
    handleChange: () => {},
    handleEnd: () => {},
  };
  const words = wordsFor('en', undefined, 4);
  const form = new PinForm(root, formHost);
  const update = (): void => {
    isDue = false;
    form.render();
    // The element reads these two properties after each update.
    void form.hasErrors;
    void form.problem;
  };
  for (const type of ['beforeinput', 'input'])
    root.addEventListener(type, (event) => {
      event.stopPropagation();
      form.receive(event);
    });
  form.open();
  form.render();
  return { form, host };
}

describe('<set-card-pin> validation of an edit', () => {
  inModes(['inline'], 'counting platform functions, because a frame has its own functions', () => {
    it('reads each field once and runs the rules once for each key', async () => {
      const counts: Counts = { reads: [], runs: 0 };
      const { form, host } = openForm(counts);
      form.focus();
      for (const [index, key] of [...'4829', 'Backspace', '7'].entries()) {
        counts.reads.length = 0;
        counts.runs = 0;
        await press(key);
        expect([...counts.reads].sort(), `${key}, ${index}`).to.deep.equal([
          'card-pin-confirm',
          'card-pin-new',
        ]);
        // The rules only run for a complete PIN.
        expect(counts.runs, `${key}, ${index}`).to.equal([0, 0, 0, 1, 0, 1][index]);
      }
      form.close();
      host.remove();
    });
  });
});
