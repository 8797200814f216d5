/** A cardholder's actions, and what Orca says then. */
import { wordsFor } from '../../src/messages/words.js';
import type { Mode } from '../../tools/browsers/engines/engine.js';
import type { BrowserName } from '../support/desktop.js';
import { BEFORE, type Scene, type Step } from './listener.js';

/** Returns the scenes, by their titles. */
export function scenesFor(browser: BrowserName, mode: Mode): Readonly<Record<string, Scene>> {
  const isChromium = browser === 'chromium';
  /** In Chromium, an error may be said twice: as the field's new description, and as an alert. */
  const atField = (field: string, sentence: string): string[] => [
    ...[`?${field}`, sentence],
    ...(isChromium ? [`?${sentence}`] : []),
  ];

  const words = wordsFor('en', undefined, 4);
  const { outcomes, newPinProblems, codes } = words;
  const field = `${words.newPin} password text.`;
  const confirmation = `${words.confirmPin} password text.`;
  // In Chromium, Orca says the hint only sometimes when the focus enters a frame.
  const hint = (isChromium && mode === 'isolated' ? '?' : '') + words.hint;
  const start: Step = [['Tab'], [field, hint]];
  const entry: readonly Step[] = [start, [[...'4826', 'Tab'], [confirmation]]];
  const submit = (behaviour: Scene['behaviour'], hears: readonly string[]): Scene => ({
    behaviour,
    steps: [
      ...entry,
      [
        [...'4826', 'Return'],
        [`?${confirmation}`, ...hears],
      ],
    ],
  });
  const scenes: Record<string, Scene> = {
    'names each control, and says what is missing and that the PINs differ': {
      steps: [
        start,
        [['Return'], atField(field, newPinProblems.missing)],
        [['Tab'], [confirmation]],
        [['Tab'], [`${words.showPinName} push button.`]],
        [['Tab'], [`${words.submit} push button.`]],
        [['Return'], [field, newPinProblems.missing]],
        [
          [...'4826', 'Tab'],
          [`?${words.hint}`, confirmation],
        ],
        [[...'4827', 'Return'], atField(confirmation, words.confirmationProblems.mismatch)],
      ],
    },
    'says why a PIN is rejected': submit('weak-pin', [
      `?${field}`,
      codes.PIN_TOO_SIMPLE,
      `?${field}`,
      `?${codes.PIN_TOO_SIMPLE}`,
    ]),
    'says that the cardholder has to contact the card provider': submit('denied', [
      outcomes.denied,
    ]),
    'says that a submit takes a while, and that the PIN is set': submit('slow', [
      'Setting your PIN...',
      words.set,
      `${words.setFor.replace('{last4}', '1002')} ${words.setNext}`,
    ]),
    'says that a PIN may be set': submit('errors-without-payload', [outcomes.unconfirmed]),
  };
  if (mode === 'isolated')
    scenes['says that typing was interrupted'] = {
      steps: [
        start,
        [
          ['down 4', 'run before.focus()', 'up 4'],
          [`?${BEFORE}`, words.interrupted, `?${BEFORE}`],
        ],
      ],
    };
  return scenes;
}
