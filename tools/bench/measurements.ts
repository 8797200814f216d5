/** Runs measurements in turns, so that other load on the machine affects all contestants. */
import type { Bytes } from './bundles.js';
import { FIELDS, PLAIN, VENDORS, type Contestant } from './contestants.js';
import { measureCycles, type Cycles, type Reading } from './cycles.js';
import { measureKeys, type Keys } from './keys.js';
import { measureMany, type Many } from './many.js';
import { measureStart, measureThreadTime, type Start } from './starts.js';
import type { Testbed } from './testbed.js';

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

/** Values of each contestant, in the order in which they were measured. */
export type Samples<T> = ReadonlyMap<Contestant, readonly T[]>;

export interface Measurements {
  readonly bytes: ReadonlyMap<Contestant, Bytes>;
  readonly frameBytes: Bytes;
  /** For each of {@link RATES}. */
  readonly starts: ReadonlyMap<number, Samples<Start>>;
  /** Milliseconds of processor time until ready. */
  readonly threadTimes: Samples<number>;
  readonly keys: Samples<Keys>;
  /** For each number of elements. */
  readonly many: ReadonlyMap<number, Samples<Many>>;
  readonly cycles: Cycles;
}

type Say = (step: string) => void;

export async function measureAll(
  testbed: Testbed,
  effort: Effort,
  say: Say,
): Promise<Measurements> {
  const threadTimes = await measureThreadTimes(testbed, FIELDS, effort.starts, say);
  const starts = new Map<number, Samples<Start>>();
  for (const rate of RATES)
    starts.set(
      rate,
      await inTurns(FIELDS, effort.starts, (contestant, round) => {
        if (contestant === FIELDS[0]) say(`until ready at ${rate}×: ${round}`);
        return measureStart(testbed, contestant, rate);
      }),
    );
  const keys = await measureAllKeys(testbed, FIELDS, effort.keyRounds, effort.pins, say);
  const many = new Map<number, Samples<Many>>();
  for (const count of effort.counts)
    many.set(
      count,
      await inTurns(FIELDS, effort.manyRounds, (contestant, round) => {
        say(`${contestant.label}: ${count} on a page, ${round}`);
        return measureMany(testbed, contestant, count);
      }),
    );
  const cycles = new Map<Contestant, readonly Reading[]>();
  for (const contestant of [PLAIN, ...FIELDS]) {
    say(`${contestant.label}: mounted and unmounted ${effort.cycles} times`);
    cycles.set(contestant, await measureCycles(testbed, contestant, effort.cycles, READINGS));
  }
  const bytes = new Map([...FIELDS, ...VENDORS].map((each) => [each, testbed.bytes(each)]));
  return { bytes, frameBytes: testbed.frameBytes, starts, threadTimes, keys, many, cycles };
}

/** Measures the milliseconds of processor time until ready. */
export function measureThreadTimes(
  testbed: Testbed,
  contestants: readonly Contestant[],
  rounds: number,
  say: Say,
): Promise<Samples<number>> {
  return inTurns(contestants, rounds, (contestant, round) => {
    if (contestant === contestants[0]) say(`processor time until ready: ${round}`);
    return measureThreadTime(testbed, contestant);
  });
}

/** Measures the times of keys. */
export function measureAllKeys(
  testbed: Testbed,
  contestants: readonly Contestant[],
  rounds: number,
  pins: number,
  say: Say,
): Promise<Samples<Keys>> {
  return inTurns(contestants, rounds, (contestant, round) => {
    say(`${contestant.label}: keys, ${round}`);
    return measureKeys(testbed, contestant, pins);
  });
}

/** Measures every contestant once in each round. Round 0 is a warm-up. */
async function inTurns<T>(
  contestants: readonly Contestant[],
  rounds: number,
  measure: (contestant: Contestant, round: string) => Promise<T>,
): Promise<Samples<T>> {
  const samples = new Map(contestants.map((contestant) => [contestant, [] as T[]]));
  for (let round = 0; round <= rounds; round++)
    for (const contestant of contestants) {
      const value = await measure(contestant, `round ${round} of ${rounds}`);
      if (round > 0) samples.get(contestant)!.push(value);
    }
  return samples;
}
