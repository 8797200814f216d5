/** Budgets for time, as ratios to other fields in the same run. */
import { INLINE, INPUT_OTP, ZAG, type Contestant } from './contestants.js';
import type { Samples } from './measurements.js';
import { median } from './statistics.js';

/** What is compared: processor time until ready, or time for a key. */
export type Budgeted = 'ready' | 'key';

interface Budget {
  readonly of: Budgeted;
  readonly than: Contestant;
  /** Largest ratio that is allowed. */
  readonly limit: number;
}

/**
 * In 24 runs on two machines, at load averages from 1 to 14, the ratios were 2.4 to 3.9, 1.2 to
 * 1.9, 0.30 to 0.43 and 0.73 to 0.90. The higher ones until ready are from the machine on which a
 * new frame, which the element creates for its pristine realm, takes 16 ms.
 */
export const BUDGETS: readonly Budget[] = [
  { of: 'ready', than: ZAG, limit: 4.5 },
  { of: 'ready', than: INPUT_OTP, limit: 2.2 },
  { of: 'key', than: ZAG, limit: 0.45 },
  { of: 'key', than: INPUT_OTP, limit: 1 },
];

/** The contestants that the budgets need. */
export const BUDGETED: readonly Contestant[] = [INLINE, ZAG, INPUT_OTP];

/** A budget, and the ratio that was measured. */
export interface Spent extends Budget {
  readonly ratio: number;
}

/** Compares the medians. */
export function spent(samples: Readonly<Record<Budgeted, Samples<number>>>): readonly Spent[] {
  return BUDGETS.map((budget) => {
    const value = (contestant: Contestant) => median(samples[budget.of].get(contestant)!);
    return { ...budget, ratio: value(INLINE) / value(budget.than) };
  });
}
