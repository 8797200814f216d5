/**
 * How property tests run: the same cases each time, so that a change fails by its own fault; FUZZ_SEED has them try others. What fails
 * is printed with its seed and its path.
 */
export const FUZZ = {
  seed: Number(process.env.FUZZ_SEED ?? 20_260_903),
  includeErrorInReport: true,
};
