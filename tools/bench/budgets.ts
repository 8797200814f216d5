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
 * In eleven runs at load averages from 5 to 14, the ratios were 2.4 to 3.3, 1.2 to 1.5, 0.30 to 0.36
 * and 0.76 to 0.90.
 */
export const BUDGETS: readonly Budget[] = [
  { of: 'ready', than: ZAG, limit: 3.8 },
  { of: 'ready', than: INPUT_OTP, limit: 1.8 },
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
