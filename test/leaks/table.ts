/**
 * The table of attacks: which one gets the PIN from the element, in which mode, and why.
 * docs/evidence/leaks.md shows it. attacks.test.ts checks the cells in Chromium. It leaves attacks
 * that get the PIN, from the element or from the naive component, to attacks.all.test.ts if each
 * needs a page of its own. That file also checks the cells of other engines.
 */
import type { Attack, Cell, Moment } from './attack.js';
import { clipboardEvents, compositionEvents, dragEvents, keyEvents } from './attacks/events.js';
import { heldKeys, keysInFrames } from './attacks/focus.js';
import {
  consoleAndErrors,
  editingCommands,
  fieldValues,
  json,
  messages,
  network,
  realmThrownAway,
  serviceWorker,
} from './attacks/functions.js';
import {
  attachInternals,
  createdNodes,
  domMethods,
  eventNodes,
  mutationObserver,
  properties,
  queriedNodes,
} from './attacks/nodes.js';
import { validitySearch } from './attacks/settings.js';
import {
  fonts,
  formData,
  lastMatch,
  layout,
  pageText,
  performanceEntries,
  selection,
} from './attacks/texts.js';

/** The cells for both moments at which the attack's script can run. */
export type Cells = readonly [before: Cell, after: Cell];

/** Engines other than Chromium. There, attacks are tried inline only. */
export const OTHER_ENGINES = ['firefox', 'webkit'] as const;

export type OtherEngineName = (typeof OTHER_ENGINES)[number];

/** Cells of another engine that differ from Chromium's, or 'not tried' if they can't be tried. */
interface Difference {
  readonly inline: Cells | 'not tried';
  readonly reason: string;
}

/** An attack, and its cells in Chromium. */
export interface Row extends Partial<Readonly<Record<OtherEngineName, Difference>>> {
  readonly attack: Attack;
  /** A moment at which it gets the PIN from the naive component. */
  readonly naive: Moment;
  readonly inline: Cells;
  readonly isolated: Cells;
  /** Reason for the inline cells. In isolated mode, no script of the page runs where the PIN is. */
  readonly reason: string;
}

const NEVER: Cells = ['no', 'no'];
const BEFORE_ONLY: Cells = ['yes', 'no'];
const ALWAYS: Cells = ['yes', 'yes'];

const GUARD =
  'The guard stops these events at `window`. Listeners there run in the order in which they were added.';
const REALM =
  'The element takes these functions from the pristine realm, where a patch of the page’s own functions has no effect.';
const WORKER =
  'The pristine realm’s requests go through a service worker that controls the page when the realm is created: in an idle moment after `pin-ready`, or at the first focus. A later one sees the requests of the next visit.';
const NO_DRIVER: Difference = {
  inline: 'not tried',
  reason: 'The driver of this engine has no such action.',
};
const NO_CONTROL: Difference = {
  inline: 'not tried',
  reason: 'The attack doesn’t get the PIN of the naive component either.',
};

const ROWS: readonly (Pick<Row, 'attack' | 'reason'> & Partial<Row>)[] = [
  // Code that captures a PIN by accident.
  { attack: keyEvents, inline: BEFORE_ONLY, reason: GUARD },
  { attack: clipboardEvents, inline: BEFORE_ONLY, reason: GUARD },
  ...[dragEvents, compositionEvents].map((attack) => ({
    attack,
    inline: BEFORE_ONLY,
    reason: GUARD,
    firefox: NO_DRIVER,
    webkit: NO_DRIVER,
  })),
  {
    attack: heldKeys,
    inline: BEFORE_ONLY,
    isolated: ['one digit', 'one digit'],
    reason:
      'Inline, the guard stops the `keyup` of a key that went down in the element, wherever it comes up. Isolated, the frame page notices the first key that it loses: it empties the fields, warns the cardholder and raises `pin-error`.',
  },
  {
    attack: keysInFrames,
    inline: ALWAYS,
    isolated: ['one digit', 'one digit'],
    reason:
      'The key comes up in another document, where the guard has no listener. The element empties its fields each time, so the cardholder can’t set that PIN. Isolated, the frame page takes no more digits after the first.',
  },
  {
    attack: eventNodes,
    reason: 'The root is closed, and no event exposes a node inside it.',
    firefox: {
      inline: ALWAYS,
      reason:
        '`originalTarget`, `explicitOriginalTarget` and `rangeParent` are nodes of the closed root.',
    },
  },
  {
    attack: queriedNodes,
    reason: 'The root is closed, and no function of the platform returns a node inside it.',
    firefox: {
      inline: ALWAYS,
      reason: '`getSelection()` starts at a node of the closed root while a field has the focus.',
    },
    webkit: {
      inline: ALWAYS,
      reason: '`elementsFromPoint()` returns nodes of the closed root.',
    },
  },
  { attack: attachInternals, reason: 'The element claims its internals in its constructor.' },
  {
    attack: properties,
    reason:
      'No property of the element leads to a node or a digit. Both are behind native private fields.',
  },
  {
    attack: pageText,
    reason: 'The digits are in native fields of a closed root, and in no text or attribute.',
  },
  {
    attack: mutationObserver,
    reason: 'It can’t observe a closed root, and the digits are in no attribute.',
  },
  {
    attack: selection,
    inline: BEFORE_ONLY,
    reason:
      'Engines let a page read the selection of a field, so the element selects nothing for long in a revealed field. Listeners for a selection run in the order in which they were added.',
  },
  { attack: lastMatch, reason: 'After it has matched digits, the element matches another text.' },
  { attack: fieldValues, reason: REALM },
  { attack: editingCommands, reason: REALM },
  { attack: json, reason: REALM },
  { attack: network, reason: REALM },
  { attack: performanceEntries, reason: 'No address contains the PIN.' },
  { attack: formData, reason: 'The element never has a form value.' },
  {
    attack: consoleAndErrors,
    reason: 'The element logs nothing, and none of its errors contains a PIN.',
  },
  {
    attack: messages,
    reason:
      'Inline, the element posts no message. Isolated, it posts no digit, no number of digits and no message for each key.',
  },
  {
    attack: fonts,
    reason: 'The digits are drawn in `monospace`, and a page can’t define a font of that name.',
    webkit: NO_CONTROL,
  },
  {
    attack: layout,
    reason: 'The size of the fields doesn’t depend on their content.',
    webkit: NO_CONTROL,
  },
  { attack: validitySearch, reason: 'Each of these changes empties the fields.' },
  {
    attack: serviceWorker,
    reason: 'In Chromium the pristine realm’s requests don’t go through it.',
    firefox: { inline: BEFORE_ONLY, reason: WORKER },
    webkit: { inline: BEFORE_ONLY, reason: WORKER },
  },
  // Code that is written to get the PIN. Isolated mode exists because of it.
  {
    attack: createdNodes,
    naive: 'before',
    inline: BEFORE_ONLY,
    reason:
      'The page’s own functions create the root and the first nodes in it, before there is a pristine realm. The functions of the realm create the later ones.',
  },
  {
    attack: realmThrownAway,
    inline: BEFORE_ONLY,
    reason:
      'The element makes the realm again in the same frame and the same closed root, and reads its window with the getter that it found when its script ran.',
  },
  {
    attack: domMethods,
    inline: ALWAYS,
    reason:
      'The element uses the page’s own objects here, as all code does, and so calls what the page has patched.',
  },
];

/** By default, an attack gets the PIN of the naive component after it is ready, and no other. */
export const TABLE: readonly Row[] = ROWS.map((row) => ({
  naive: 'after',
  inline: NEVER,
  isolated: NEVER,
  ...row,
}));

/** Attacks that are tried with the element in each place of a page: see placements.ts. */
export const PLACED: readonly Attack[] = [
  keyEvents,
  clipboardEvents,
  dragEvents,
  compositionEvents,
];

/** Returns the attacks to try in each place of a page in another engine. */
export function placedIn(engine: OtherEngineName): readonly Attack[] {
  return PLACED.filter((attack) =>
    TABLE.some((row) => row.attack === attack && row[engine]?.inline !== 'not tried'),
  );
}

/** An attack to try in an engine, with its cells there. */
export interface Trial extends Pick<Row, 'attack' | 'naive' | 'reason'> {
  readonly cells: readonly (readonly [mode: 'inline' | 'isolated', moment: Moment, cell: Cell])[];
}

/** The attacks to try in Chromium. */
export const TRIALS: readonly Trial[] = TABLE.map(({ inline, isolated, ...row }) => ({
  ...row,
  cells: [...cellsOf('inline', inline), ...cellsOf('isolated', isolated)],
}));

/**
 * Returns the attacks to try in another engine. If an attack has no cells for that engine, it is
 * tried only once the element is ready, and only if it gets nothing at that moment in Chromium.
 */
export function trialsIn(engine: OtherEngineName): readonly Trial[] {
  return TABLE.flatMap(({ attack, naive, inline, reason, [engine]: difference }): Trial[] => {
    if (difference === undefined)
      return inline[1] === 'no'
        ? [{ attack, naive, reason, cells: [['inline', 'after', 'no']] }]
        : [];
    if (difference.inline === 'not tried') return [];
    const cells = cellsOf('inline', difference.inline);
    return [{ attack, naive, reason: difference.reason, cells }];
  });
}

function cellsOf(mode: 'inline' | 'isolated', [before, after]: Cells): Trial['cells'] {
  return [
    [mode, 'before', before],
    [mode, 'after', after],
  ];
}
