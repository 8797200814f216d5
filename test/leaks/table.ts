/**
 * Which attack gets the PIN from the element, in which mode, and why: the table that docs/leaks.md shows, and attacks.test.ts and
 * attacks-elsewhere.test.ts hold against the element, cell by cell.
 */
import type { Attack, Cell, Moment } from './attack.js';
import { attachInternals } from './attacks/attach-internals.js';
import { builtIns } from './attacks/built-ins.js';
import { clipboardEvents } from './attacks/clipboard-events.js';
import { compositionEvents } from './attacks/composition-events.js';
import { consoleAndErrors } from './attacks/console-and-errors.js';
import { domMethods } from './attacks/dom-methods.js';
import { dragEvents } from './attacks/drag-events.js';
import { editingCommands } from './attacks/editing-commands.js';
import { eventNodes } from './attacks/event-nodes.js';
import { fakeForm } from './attacks/fake-form.js';
import { fieldValues } from './attacks/field-values.js';
import { fonts } from './attacks/fonts.js';
import { formData } from './attacks/form-data.js';
import { handedOutNodes } from './attacks/handed-out-nodes.js';
import { json } from './attacks/json.js';
import { keptNodes } from './attacks/kept-nodes.js';
import { keyEvents } from './attacks/key-events.js';
import { lastMatch } from './attacks/last-match.js';
import { layout } from './attacks/layout.js';
import { litHooks } from './attacks/lit-hooks.js';
import { madeSelection } from './attacks/made-selection.js';
import { messages } from './attacks/messages.js';
import { mutationObserver } from './attacks/mutation-observer.js';
import { network } from './attacks/network.js';
import { objectPrototype } from './attacks/object-prototype.js';
import { pageText } from './attacks/page-text.js';
import { performanceEntries } from './attacks/performance-entries.js';
import { properties } from './attacks/properties.js';
import { selection } from './attacks/selection.js';
import { serviceWorker } from './attacks/service-worker.js';
import { stolenFocus } from './attacks/stolen-focus.js';
import { validitySearch } from './attacks/validity-search.js';

/** The same for one whose script runs before the element's, and for one that runs once the element is ready. */
export type Cells = readonly [before: Cell, after: Cell];

/** The engines beside Chromium, in which the attacks are tried inline. */
export const ELSEWHERE = ['firefox', 'webkit'] as const;

export type ElsewhereName = (typeof ELSEWHERE)[number];

/** What is otherwise in such an engine, or that the attack can't be tried there, and why. */
export interface Other {
  readonly inline: Cells | 'not tried';
  readonly because: string;
}

/** An attack, and what is expected of it in Chromium. */
export interface Row extends Partial<Readonly<Record<ElsewhereName, Other>>> {
  readonly attack: Attack;
  /** A moment at which it gets the PIN from a component that was written without a thought for it. */
  readonly works: Moment;
  readonly inline: Cells;
  readonly isolated: Cells;
  /** Why it gets the PIN inline, or does not. Isolated, no script of the page is where the PIN is. */
  readonly because: string;
}

const NEVER: Cells = ['no', 'no'];
const EARLY: Cells = ['yes', 'no'];
const ALWAYS: Cells = ['yes', 'yes'];

const GUARD =
  'The guard stops these events at `window`: of the listeners there the one that was set first comes first.';
const REALM = 'The element takes these functions from a realm that no script of the page reaches.';
const PLACES =
  'The element uses the page’s own objects for this, as code does, and whoever has patched them is told.';
const INSTEAD = 'The cardholder types into something else, in whatever mode the element is.';

const WORKER =
  'The realm’s requests come by a worker that the page has when the realm is made: one that comes later sees those of the next visit.';
const NO_DRIVER: Other = {
  inline: 'not tried',
  because: 'No driver of these does it in place of a cardholder.',
};
const NO_CONTROL: Other = {
  inline: 'not tried',
  because:
    'It does not get the PIN of a component that was written without a thought for it either.',
};

export const TABLE: readonly Row[] = [
  // What records by accident.
  { attack: keyEvents, works: 'after', inline: EARLY, isolated: NEVER, because: GUARD },
  { attack: clipboardEvents, works: 'after', inline: EARLY, isolated: NEVER, because: GUARD },
  ...[dragEvents, compositionEvents].map((attack) => ({
    attack,
    works: 'after' as const,
    inline: EARLY,
    isolated: NEVER,
    because: GUARD,
    firefox: NO_DRIVER,
    webkit: NO_DRIVER,
  })),
  {
    attack: eventNodes,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'The root is closed, and no event names a node inside it.',
    firefox: {
      inline: ALWAYS,
      because:
        '`originalTarget`, `explicitOriginalTarget` and `rangeParent` are nodes of the closed root.',
    },
  },
  {
    attack: handedOutNodes,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'The root is closed, and nothing that the page can ask leads into it.',
    firefox: {
      inline: ALWAYS,
      because: '`getSelection()` begins at a node of the closed root while a field has the focus.',
    },
    webkit: {
      inline: ALWAYS,
      because: '`elementsFromPoint()` gives nodes of the closed root.',
    },
  },
  {
    attack: attachInternals,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'The element claims its internals in its constructor.',
  },
  {
    attack: properties,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because:
      'No property of the element leads to a node or a digit: what does is private, natively.',
    firefox: {
      inline: ALWAYS,
      because:
        'The getter of `explicitOriginalTarget` gives a node of the closed root for any event, while a key is handled.',
    },
  },
  {
    attack: pageText,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'The digits stand in native fields of a closed root, and in no text or attribute.',
  },
  {
    attack: mutationObserver,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'It sees no closed root, and the digits are in no attribute.',
  },
  {
    attack: selection,
    works: 'after',
    inline: EARLY,
    isolated: NEVER,
    because:
      'Engines give a page what is selected in a field, so that nothing stays selected in one that shows its digits: of those who listen for a selection the one that was set first comes first.',
  },
  {
    attack: lastMatch,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'What takes digits out of a text, and the rules, match something else at their end.',
  },
  { attack: fieldValues, works: 'after', inline: NEVER, isolated: NEVER, because: REALM },
  { attack: editingCommands, works: 'after', inline: NEVER, isolated: NEVER, because: REALM },
  { attack: json, works: 'after', inline: NEVER, isolated: NEVER, because: REALM },
  { attack: network, works: 'after', inline: NEVER, isolated: NEVER, because: REALM },
  {
    attack: performanceEntries,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'No address holds the PIN.',
  },
  {
    attack: formData,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'The element never has a form value.',
  },
  {
    attack: consoleAndErrors,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'It says nothing, and none of its errors holds a PIN.',
  },
  {
    attack: messages,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because:
      'It posts none. Isolated, it posts neither a digit, nor a length, nor anything for a key.',
  },
  {
    attack: fonts,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'The digits are drawn in `monospace`, a name that no font of a page can have.',
    webkit: NO_CONTROL,
  },
  {
    attack: layout,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'The fields’ size has nothing to do with what is in them.',
    webkit: NO_CONTROL,
  },
  {
    attack: validitySearch,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'Whatever the page changes empties the fields.',
  },
  {
    attack: serviceWorker,
    works: 'after',
    inline: NEVER,
    isolated: NEVER,
    because: 'In Chromium the realm’s requests don’t come by it.',
    firefox: { inline: EARLY, because: WORKER },
    webkit: { inline: EARLY, because: WORKER },
  },
  // What sets out to get the PIN: the reasons for the isolated mode.
  {
    attack: litHooks,
    works: 'before',
    inline: EARLY,
    isolated: NEVER,
    because: 'Lit calls whoever was there before it, with the classes that render.',
  },
  {
    attack: keptNodes,
    works: 'before',
    inline: EARLY,
    isolated: NEVER,
    because:
      'The root itself is made by the page’s own function, as no realm is there yet; what comes into it later is not.',
  },
  {
    attack: madeSelection,
    works: 'after',
    inline: ALWAYS,
    isolated: NEVER,
    because:
      'While the PIN is shown it is text in a field, which Chromium gives to whoever selects it and reads in one go.',
  },
  { attack: domMethods, works: 'after', inline: ALWAYS, isolated: NEVER, because: PLACES },
  { attack: builtIns, works: 'after', inline: ALWAYS, isolated: NEVER, because: PLACES },
  { attack: objectPrototype, works: 'after', inline: ALWAYS, isolated: NEVER, because: PLACES },
  // What no component can prevent.
  { attack: fakeForm, works: 'after', inline: ALWAYS, isolated: ALWAYS, because: INSTEAD },
  { attack: stolenFocus, works: 'after', inline: ALWAYS, isolated: ALWAYS, because: INSTEAD },
];

/** An attack as it is tried in another engine. */
export interface Trial extends Pick<Row, 'attack' | 'works' | 'because'> {
  readonly cells: readonly (readonly [Moment, Cell])[];
}

/**
 * What is tried in another engine: where it has no cells of its own, only what gets nothing once the element is ready, and only then.
 */
export function triedIn(engine: ElsewhereName): readonly Trial[] {
  return TABLE.flatMap(({ attack, works, inline, because, [engine]: other }) => {
    if (other === undefined)
      return inline[1] === 'no' ? { attack, works, because, cells: [['after', 'no']] } : [];
    if (other.inline === 'not tried') return [];
    const [early, late] = other.inline;
    const cells = [['before', early] as const, ['after', late] as const];
    return { attack, works, because: other.because, cells };
  });
}
