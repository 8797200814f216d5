/**
 * The table of attacks: which one gets the PIN from the element, in which mode, and why.
 * docs/evidence/leaks.md shows it, and the trials at the end try it.
 */
import type { Attack } from './attack.js';
import { clipboardEvents, compositionEvents, dragEvents, keyEvents } from './attacks/events.js';
import { heldKeys } from './attacks/focus.js';
import { fieldEdits, json, messages, network, realmThrownAway } from './attacks/functions.js';
import {
  attachInternals,
  createdNodes,
  domMethods,
  eventNodes,
  mutationObserver,
  queriedNodes,
} from './attacks/nodes.js';
import { fonts, selection } from './attacks/texts.js';
import type { Trial } from './trial.js';

/** Engines other than Chromium. There, attacks are tried inline only. */
export const OTHER_ENGINES = ['firefox', 'webkit'] as const;

export type OtherEngineName = (typeof OTHER_ENGINES)[number];

/** What is other than in Chromium. */
interface Difference {
  readonly inline: 'yes' | 'not tried';
  readonly reason: string;
}

/** An attack, and what it gets in Chromium. */
export interface Row extends Partial<Readonly<Record<OtherEngineName, Difference>>> {
  readonly attack: Attack;
  /** `if first`: only if its script runs before the element's. */
  readonly inline: 'no' | 'if first' | 'yes';
  /** `one digit`: test/isolated/focus-taken.chromium.test.ts shows it. */
  readonly isolated: 'no' | 'one digit';
  /** Reason for what it gets inline. In isolated mode, no script of the page runs at the PIN. */
  readonly reason: string;
}

const GUARD =
  'The guard stops these events at `window`. Listeners there run in the order in which they were added.';
const REALM =
  'The element takes these functions from the pristine realm, where a patch of the page’s own functions has no effect.';
const NO_DRIVER: Difference = {
  inline: 'not tried',
  reason: 'The driver of this engine has no such action.',
};

const ROWS: readonly (Pick<Row, 'attack' | 'reason'> & Partial<Row>)[] = [
  // Code that captures a PIN by accident.
  { attack: keyEvents, inline: 'if first', reason: GUARD },
  { attack: clipboardEvents, inline: 'if first', reason: GUARD },
  ...[dragEvents, compositionEvents].map((attack) => ({
    attack,
    inline: 'if first' as const,
    reason: GUARD,
    firefox: NO_DRIVER,
    webkit: NO_DRIVER,
  })),
  {
    attack: heldKeys,
    inline: 'if first',
    isolated: 'one digit',
    reason:
      'Inline, the guard stops the `keyup` of a key that went down in the element, wherever it comes up in the document. In a frame of the page there is no guard: the key comes up there, and the element empties its fields each time, so the cardholder can’t set that PIN. Isolated, the frame page notices the first key that it loses: it empties the fields, warns the cardholder and raises `pin-error`.',
  },
  {
    attack: eventNodes,
    reason: 'The root is closed, and no event exposes a node inside it.',
    firefox: {
      inline: 'yes',
      reason:
        '`originalTarget`, `explicitOriginalTarget` and `rangeParent` are nodes of the closed root.',
    },
  },
  {
    attack: queriedNodes,
    reason: 'The root is closed, and no function of the platform returns a node inside it.',
    firefox: {
      inline: 'yes',
      reason: '`getSelection()` starts at a node of the closed root while a field has the focus.',
    },
    webkit: {
      inline: 'yes',
      reason: '`elementsFromPoint()` returns nodes of the closed root.',
    },
  },
  { attack: attachInternals, reason: 'The element claims its internals in its constructor.' },
  {
    attack: mutationObserver,
    reason: 'It can’t observe a closed root, and the digits are in no attribute.',
  },
  {
    attack: selection,
    inline: 'if first',
    reason:
      'Engines let a page read the selection of a field, so the element selects nothing for long in a revealed field. Listeners for a selection run in the order in which they were added.',
  },
  { attack: fieldEdits, reason: REALM },
  { attack: json, reason: REALM },
  { attack: network, reason: REALM },
  {
    attack: messages,
    reason:
      'Inline, the element posts no message. Isolated, it posts no digit, no number of digits and no message for each key.',
  },
  {
    attack: fonts,
    reason: 'The digits are drawn in `monospace`, and a page can’t define a font of that name.',
    webkit: {
      inline: 'not tried',
      reason: 'The attack doesn’t get the PIN of the naive component either.',
    },
  },
  // Code that is written to get the PIN. Isolated mode exists because of it.
  {
    attack: createdNodes,
    inline: 'if first',
    reason:
      'The page’s own functions create the root and the first nodes in it, before there is a pristine realm. The functions of the realm create the later ones.',
  },
  {
    attack: realmThrownAway,
    inline: 'if first',
    reason:
      'The element makes the realm again in the same frame and the same closed root, and reads its window with the getter that it found when its script ran.',
  },
  {
    attack: domMethods,
    inline: 'yes',
    reason:
      'The element uses the page’s own objects here, as all code does, and so calls what the page has patched.',
  },
];

/** `npm run attacks -- WORD` tries only those with this word in their titles. */
const { ATTACKS = '' } = process.env;

/** By default, an attack gets nothing. */
export const TABLE: readonly Row[] = ROWS.map((row): Row => ({
  inline: 'no',
  isolated: 'no',
  ...row,
}));

const TRIED = TABLE.filter(({ attack }) => attack.title.includes(ATTACKS));

/**
 * The trials in Chromium. An attack that runs before the element can do all that one after it can.
 * In the naive component's place, each attack gets the PIN, which proves that it works.
 */
export const TRIALS: readonly Trial[] = [
  ...trials('naive', 'before', TRIED, TRIED),
  ...trials('inline', 'before', rowsWith('no', 'if first'), rowsWith('if first')),
  ...trials('inline', 'after', rowsWith('if first', 'yes'), rowsWith('yes')),
  ...trials(
    'isolated',
    'before',
    TRIED.filter(({ isolated }) => isolated === 'no'),
    [],
  ),
];

/** Returns the trials in another engine: of what gets nothing in Chromium after the element. */
export function trialsIn(engine: OtherEngineName): readonly Trial[] {
  const rows = rowsWith('no', 'if first').filter((row) => row[engine]?.inline !== 'not tried');
  const successful = rows.filter((row) => row[engine]?.inline === 'yes');
  return [...trials('naive', 'before', rows, rows), ...trials('inline', 'after', rows, successful)];
}

/** Attacks share a page, unless one of them disturbs others. */
function trials(
  mode: Trial['mode'],
  moment: Trial['moment'],
  rows: readonly Row[],
  successful: readonly Row[],
): readonly Trial[] {
  const isAlone = ({ attack }: Row) => attack.isAlone === true && mode !== 'isolated';
  return [rows.filter((row) => !isAlone(row)), ...rows.filter(isAlone).map((row) => [row])]
    .filter(({ length }) => length > 0)
    .map((rows) => ({
      mode,
      moment,
      attacks: attacksOf(rows),
      successful: attacksOf(rows.filter((row) => successful.includes(row))),
    }));
}

function rowsWith(...results: readonly Row['inline'][]): readonly Row[] {
  return TRIED.filter(({ inline }) => results.includes(inline));
}

function attacksOf(rows: readonly Row[]): readonly Attack[] {
  return rows.map(({ attack }) => attack);
}
