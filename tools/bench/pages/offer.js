/**
 * What each page offers to the benchmark.
 *
 * @param {(place: HTMLElement) => { ready: Promise<unknown>, unmount(): void }} mount
 *   Puts one into a place of the page. It is ready when its fields can be used.
 */
export function offer(mount) {
  globalThis.bench = { mount };
}
