/** All that is measured, in which order, and how often. */
import type { Bytes } from './bundles.js';
import { FIELDS, ISOLATED, LOADERS, OURS, PLAIN, type Contestant } from './contestants.js';
import { measureCrowd, type Crowd } from './crowd.js';
import { growth, measureCycles, type Growth, type Reading } from './cycles.js';
import { measureKeys, type Keys } from './keys.js';
import type { Traffic } from './meter.js';
import { measureStart, type Start } from './start.js';
import type { Stage } from './stage.js';
import { median } from './statistics.js';
import { measureWire } from './wire.js';

/** How often each thing is measured. */
export interface Effort {
  readonly starts: number;
  readonly keyRounds: number;
  /** PINs that are typed in a round. */
  readonly pins: number;
  readonly crowds: number;
  readonly counts: readonly number[];
  readonly cycles: number;
}

export const FULL: Effort = {
  starts: 7,
  keyRounds: 3,
  pins: 8,
  crowds: 3,
  counts: [1, 10, 50, 200],
  cycles: 1000,
};

export const QUICK: Effort = {
  starts: 2,
  keyRounds: 1,
  pins: 4,
  crowds: 1,
  counts: [1, 10, 50],
  cycles: 250,
};

/** As fast as the machine is, and six times slower, which is about what a cheap telephone is to a desktop. */
export const RATES = [1, 6] as const;

/** How often in the cycles it is read what is held. */
const READINGS = 5;

/** By contestants' names. */
export interface Measurements {
  readonly bytes: ReadonlyMap<string, Bytes>;
  /** By rate, then by round. */
  readonly starts: ReadonlyMap<string, ReadonlyMap<number, readonly Start[]>>;
  readonly keys: ReadonlyMap<string, Keys>;
  /** By how many there are on the page: the median of the rounds. */
  readonly crowds: ReadonlyMap<string, ReadonlyMap<number, Crowd>>;
  readonly cycles: ReadonlyMap<string, readonly Reading[]>;
  readonly wire: ReadonlyMap<string, Traffic>;
}

/** Everything, by turns: what happens to the machine meanwhile happens to all. */
export async function measureAll(
  stage: Stage,
  effort: Effort,
  say: (step: string) => void,
): Promise<Measurements> {
  const bytes = new Map<string, Bytes>();
  for (const contestant of [...FIELDS, ...LOADERS]) {
    bytes.set(contestant.name, stage.bytes(contestant));
  }

  const wire = new Map<string, Traffic>();
  for (const contestant of [OURS, ISOLATED]) {
    say(`${contestant.label}: setting a PIN`);
    wire.set(contestant.name, await measureWire(stage, contestant));
  }

  const starts = new Map<string, Map<number, Start[]>>();
  // The first round warms the browser up.
  for (let round = 0; round <= effort.starts; round++) {
    for (const rate of RATES) {
      const which = round === 0 ? 'warming up' : `round ${round} of ${effort.starts}`;
      say(`from script to ready at ${rate}×: ${which}`);
      for (const contestant of [...FIELDS, ...LOADERS]) {
        const start = await measureStart(stage, contestant, rate);
        if (round > 0) of(starts, contestant, rate, []).push(start);
      }
    }
  }

  const keys = new Map<string, Keys>();
  for (let round = 1; round <= effort.keyRounds; round++) {
    for (const contestant of FIELDS) {
      say(`${contestant.label}: keys, round ${round} of ${effort.keyRounds}`);
      const { toPaint, handling } = await measureKeys(stage, contestant, effort.pins);
      const before = keys.get(contestant.name);
      keys.set(contestant.name, {
        toPaint: [...(before?.toPaint ?? []), ...toPaint],
        handling: [...(before?.handling ?? []), ...handling],
      });
    }
  }

  const crowds = new Map<string, Map<number, Crowd[]>>();
  for (let round = 1; round <= effort.crowds; round++) {
    for (const count of effort.counts) {
      for (const contestant of FIELDS) {
        say(`${contestant.label}: ${count} on a page, round ${round} of ${effort.crowds}`);
        of(crowds, contestant, count, []).push(await measureCrowd(stage, contestant, count));
      }
    }
  }

  const cycles = new Map<string, readonly Reading[]>();
  for (const contestant of [PLAIN, ...FIELDS]) {
    say(`${contestant.label}: mounted and unmounted ${effort.cycles} times`);
    cycles.set(contestant.name, await measureCycles(stage, contestant, effort.cycles, READINGS));
  }

  return {
    bytes,
    wire,
    starts,
    keys,
    crowds: mapValues(crowds, (counts) => mapValues(counts, medianCrowd)),
    cycles,
  };
}

/**
 * Bytes, in all cycles after the first reading, that are no growth yet, above what four plain inputs leave behind in the same run: the
 * browser's own compiled code, caches and fragments. In 800 cycles that is less for each than a function that is kept, with what it
 * refers to; an element that is kept takes a hundred times as much.
 */
const NOISE = 50_000;

/** What of our element grows, in words; nothing where all is well. */
export function leaks({ cycles }: Pick<Measurements, 'cycles'>): readonly string[] {
  const plain = growthOf(cycles, PLAIN);
  return [OURS, ISOLATED].flatMap((ours) => {
    const { nodes, listeners, heap } = growthOf(cycles, ours);
    const readings = cycles.get(ours.name) ?? [];
    const counted = (readings.at(-1)?.cycles ?? NaN) - (readings[0]?.cycles ?? NaN);
    const limit = Math.max(plain.heap, 0) + NOISE / counted;
    return [
      nodes > 0 ? `${ours.label}: ${nodes} nodes stay behind of each cycle.` : '',
      listeners > 0 ? `${ours.label}: ${listeners} listeners stay behind of each cycle.` : '',
      heap > limit
        ? `${ours.label}: ${heap.toFixed()} bytes stay behind of each cycle, of which ${limit.toFixed()} would be noise.`
        : '',
    ].filter((leak) => leak !== '');
  });
}

export function growthOf(cycles: Measurements['cycles'], { name }: Contestant): Growth {
  return growth(cycles.get(name) ?? []);
}

function medianCrowd(crowds: readonly Crowd[]): Crowd {
  const middle = (what: keyof Crowd): number => median(crowds.map((crowd) => crowd[what]));
  return {
    milliseconds: middle('milliseconds'),
    ready: Math.min(...crowds.map(({ ready }) => ready)),
    heap: middle('heap'),
    nodes: middle('nodes'),
    listeners: middle('listeners'),
  };
}

function of<Value>(
  map: Map<string, Map<number, Value>>,
  { name }: Contestant,
  key: number,
  fresh: Value,
): Value {
  const inner = map.get(name) ?? new Map<number, Value>();
  map.set(name, inner);
  const value = inner.get(key) ?? fresh;
  inner.set(key, value);
  return value;
}

function mapValues<Key, Value, Other>(
  map: ReadonlyMap<Key, Value>,
  change: (value: Value) => Other,
): Map<Key, Other> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
