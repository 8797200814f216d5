/**
 * Options for every property test. The cases are the same in each run, so that only a change to the
 * code can make a test fail. `FUZZ_SEED` selects other cases. A failure is printed with its seed
 * and its path.
 */
export const FUZZ = {
  seed: Number(process.env.FUZZ_SEED ?? 20_260_903),
  includeErrorInReport: true,
};

/** Returns the share of `n` that `FUZZ_SHARE` states, or else the quick suite's share. */
export function cases(n: number, quickShare = 0.1): number {
  return Math.ceil(n * Number(process.env.FUZZ_SHARE ?? quickShare));
}
