/** What a cardholder does, and what Orca says then. */
import { SENTENCES } from '../../src/isolated/page/focus-warning.js';
import { ar } from '../../src/locales/ar.js';
import { de } from '../../src/locales/de.js';
import { addMessages } from '../../src/messages/languages.js';
import { wordsFor } from '../../src/messages/words.js';
import type { BrowserName } from './desktop.js';
import { BEFORE, type Mode, type Scene, type Step } from './listener.js';

addMessages('ar', ar);
addMessages('de', de);

/** Returns the scenes, by their titles. */
export function scenesFor(browser: BrowserName, mode: Mode): Readonly<Record<string, Scene>> {
  const isChromium = browser === 'chromium';
  /** In Chromium an error may be said twice: as a new description of the field, and as an alert. */
  const atField = (field: string, sentence: string): string[] => [
    ...[`?${field}`, sentence],
    ...(isChromium ? [`?${sentence}`] : []),
  ];

  const wordsOf = (lang: string) => {
    const words = wordsFor(lang, undefined, 4);
    return {
      ...words,
      field: `${words.newPin} password text.`,
      confirmation: `${words.confirmPin} password text.`,
    };
  };
  const english = wordsOf('en');
  const { outcomes, newPinProblems, codes } = english;
  // In Chromium, Orca says it only sometimes when the focus enters a frame.
  const unsure = isChromium && mode === 'isolated' ? '?' : '';
  const start = ({ field, hint } = english): Step => [['Tab'], [field, unsure + hint]];
  const entry = (words = english): readonly Step[] => [
    start(words),
    [[...'4826', 'Tab'], [words.confirmation]],
  ];
  const mismatch = ({ confirmation, confirmationProblems } = english): string[] =>
    atField(confirmation, confirmationProblems.mismatch);
  const submit = (behaviour: Scene['behaviour'], hears: readonly string[]): Scene => ({
    ...(behaviour && { behaviour }),
    steps: [
      ...entry(),
      [
        [...'4826', 'Return'],
        [`?${english.confirmation}`, ...hears],
      ],
    ],
  });
  const scenes: Record<string, Scene> = {
    'names each control, and says what is missing and that the PINs differ': {
      steps: [
        start(),
        [['Return'], atField(english.field, newPinProblems.missing)],
        [['Tab'], [english.confirmation]],
        [['Tab'], [`${english.showPinName} push button.`]],
        [['Tab'], [`${english.submit} push button.`]],
        [['Return'], [english.field, newPinProblems.missing]],
        [
          [...'4826', 'Tab'],
          [`?${english.hint}`, english.confirmation],
        ],
        [[...'4827', 'Return'], mismatch()],
      ],
    },
    'says why a PIN is refused': submit('weak-pin', [
      `?${english.field}`,
      codes.PIN_TOO_SIMPLE,
      `?${english.field}`,
      `?${codes.PIN_TOO_SIMPLE}`,
    ]),
    'says that nothing can be done here': submit('denied', [outcomes.denied]),
    'says that a submit takes a while, and that the PIN is set': submit('slow', [
      'Setting your PIN...',
      `${english.set} ${english.setFor.replace('{last4}', '1002')} ${english.setNext}`,
    ]),
    // It takes a minute.
    'says that a PIN may be set, and when it is cleared': {
      behaviour: 'errors-without-payload',
      steps: [
        ...entry(),
        [
          [...'4826', 'Return'],
          [`?${english.confirmation}`, outcomes.unconfirmed],
        ],
        [[], [english.holdEnding]],
        [[], [`?${english.field}`, `?${english.hint}`, english.holdEnded, `?${english.field}`]],
      ],
    },
  };
  for (const lang of ['de', 'ar']) {
    const words = wordsOf(lang);
    scenes[`says the words of ${lang}`] = {
      lang,
      steps: [...entry(words), [[...'4827', 'Return'], mismatch(words)]],
    };
  }
  if (mode === 'isolated')
    scenes['warns that the page may have seen a digit'] = {
      steps: [
        start(),
        [
          ['down 4', 'silence', 'run before.focus()', 'up 4', 'run pin.focus()'],
          // Once more if it has said where the focus was meanwhile.
          [`?${BEFORE}`, SENTENCES.en, `?${BEFORE}`, `?${SENTENCES.en}`],
        ],
      ],
    };
  return scenes;
}
