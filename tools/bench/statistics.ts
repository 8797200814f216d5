/** Numbers → one that stands for them. Pure. */

/** The number that a share of all is no greater than: 0.5 for the median. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below = NaN, above = NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at % 1);
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** How much y grows for each x: the median of the slopes between every two points, which one reading that is off doesn't turn. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  return median(
    points.flatMap(([x, y], at) => points.slice(at + 1).map(([x2, y2]) => (y2 - y) / (x2 - x))),
  );
}
