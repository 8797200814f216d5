/**
 * Registers a page's `mount` function for the benchmark.
 *
 * @param {(place: HTMLElement) => { ready: Promise<unknown>, unmount(): void }} mount
 *   Mounts one element in `place`. It is ready when its fields can be used.
 */
export function offer(mount) {
  globalThis.bench = { mount };
}
