/** Batches a task's changes into one render. */
export class RenderSoon {
  readonly #render: () => void;
  #isDue = false;
  #isStopped = false;

  constructor(render: () => void) {
    this.#render = render;
  }

  request(): void {
    if (!this.#isDue) queueMicrotask(() => this.flush());
    this.#isDue = true;
  }

  flush(): void {
    if (!this.#isDue || this.#isStopped) return;
    this.#isDue = false;
    this.#render();
  }

  stop(): void {
    this.#isStopped = true;
  }
}
