/**
 * Options of every property test. The cases are the same in each run, so that only a change of the
 * code can make a test fail. `FUZZ_SEED` selects other cases. A failure is printed with its seed
 * and its path.
 */
export const FUZZ = {
  seed: Number(process.env.FUZZ_SEED ?? 20_260_903),
  includeErrorInReport: true,
};

/** Returns a tenth of `n`, or `n` itself if `FUZZ_CASES` is `all`. */
export function cases(n: number): number {
  return process.env.FUZZ_CASES === 'all' ? n : Math.ceil(n / 10);
}
