/** Runs all measurements in order. */
import type { Bytes } from './bundles.js';
import { FIELDS, INLINE, ISOLATED, LOADERS, PLAIN, type Contestant } from './contestants.js';
import type { Traffic } from './counting-proxy.js';
import { measureCycles, type Cycles, type Reading } from './cycles.js';
import { measureKeys, type Keys } from './keys.js';
import { measureMany, type Many } from './many.js';
import { measureStart, type Start } from './start.js';
import type { Testbed } from './testbed.js';
import { measureWire } from './wire.js';

/** Number of repetitions. */
export interface Effort {
  readonly starts: number;
  readonly keyRounds: number;
  /** Number of PINs that are typed in a round. */
  readonly pins: number;
  readonly manyRounds: number;
  readonly counts: readonly number[];
  readonly cycles: number;
}

export const FULL: Effort = {
  starts: 7,
  keyRounds: 3,
  pins: 8,
  manyRounds: 3,
  counts: [1, 10, 50, 200],
  cycles: 1000,
};

export const QUICK: Effort = {
  starts: 2,
  keyRounds: 1,
  pins: 4,
  manyRounds: 1,
  counts: [1, 10, 50],
  cycles: 250,
};

/** Factors of processor slowdown. A cheap phone is about six times slower than a desktop. */
export const RATES = [1, 6] as const;

/** Number of memory readings during the cycles. */
const READINGS = 5;

export interface Measurements {
  readonly bytes: ReadonlyMap<Contestant, Bytes>;
  readonly wire: ReadonlyMap<Contestant, Traffic>;
  readonly starts: readonly (Start & { readonly contestant: Contestant; readonly rate: number })[];
  readonly keys: readonly (Keys & { readonly contestant: Contestant })[];
  readonly many: readonly (Many & { readonly contestant: Contestant; readonly count: number })[];
  readonly cycles: Cycles;
}

/** Measures contestants in turns, so that other load on the machine affects all of them. */
export async function measureAll(
  testbed: Testbed,
  effort: Effort,
  say: (step: string) => void,
): Promise<Measurements> {
  const bytes = new Map<Contestant, Bytes>();
  for (const contestant of [...FIELDS, ...LOADERS])
    bytes.set(contestant, testbed.bytes(contestant));

  const wire = new Map<Contestant, Traffic>();
  for (const contestant of [INLINE, ISOLATED]) {
    say(`${contestant.label}: setting a PIN`);
    wire.set(contestant, await measureWire(testbed, contestant));
  }

  const starts: Measurements['starts'][number][] = [];
  // Round 0 is a warm-up.
  for (let round = 0; round <= effort.starts; round++)
    for (const rate of RATES) {
      say(`from script to ready at ${rate}×: round ${round} of ${effort.starts}`);
      for (const contestant of [...FIELDS, ...LOADERS]) {
        const start = await measureStart(testbed, contestant, rate);
        if (round > 0) starts.push({ contestant, rate, ...start });
      }
    }

  const keys: Measurements['keys'][number][] = [];
  for (let round = 1; round <= effort.keyRounds; round++)
    for (const contestant of FIELDS) {
      say(`${contestant.label}: keys, round ${round} of ${effort.keyRounds}`);
      keys.push({ contestant, ...(await measureKeys(testbed, contestant, effort.pins)) });
    }

  const many: Measurements['many'][number][] = [];
  for (let round = 1; round <= effort.manyRounds; round++)
    for (const count of effort.counts)
      for (const contestant of FIELDS) {
        say(`${contestant.label}: ${count} on a page, round ${round} of ${effort.manyRounds}`);
        many.push({ contestant, count, ...(await measureMany(testbed, contestant, count)) });
      }

  const cycles = new Map<Contestant, readonly Reading[]>();
  for (const contestant of [PLAIN, ...FIELDS]) {
    say(`${contestant.label}: mounted and unmounted ${effort.cycles} times`);
    cycles.set(contestant, await measureCycles(testbed, contestant, effort.cycles, READINGS));
  }

  return { bytes, wire, starts, keys, many, cycles };
}
