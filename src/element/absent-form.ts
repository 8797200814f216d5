import { html, nothing, render } from 'lit';
import type { Form, FormHost } from '../form/form.js';
import type { FailedOutcome, Invalid, Outcome } from '../set-pin/outcome.js';

const FAILURE: FailedOutcome = {
  kind: 'misconfigured',
  attribute: 'frame-src',
  explanation:
    'frame-src asks for isolated mode, which is not in this file: load the file with both modes, or the one with isolated mode.',
};

/**
 * Stands in for the form of isolated mode in a file that doesn't have it. It has no fields, because
 * a page that sets `frame-src` wants none of its scripts to receive the PIN.
 */
export class AbsentForm implements Form {
  readonly phase = 'editing';
  readonly hasErrors = false;
  readonly problem: Invalid = { kind: 'invalid', field: 'new', problem: 'missing' };
  readonly #root: ShadowRoot;
  readonly #host: FormHost;
  #isOpen = false;

  /** @param root - Only the form renders into it. */
  constructor(root: ShadowRoot, host: FormHost) {
    this.#root = root;
    this.#host = host;
  }

  anchor(): HTMLElement | null {
    return this.#root.querySelector('p');
  }

  open(): void {
    this.#isOpen = true;
    this.#host.requestUpdate();
    // Deferred, so that the page can add its listeners first.
    queueMicrotask(() => {
      if (this.#isOpen) void this.submit();
    });
  }

  close(): void {
    this.#isOpen = false;
    render(nothing, this.#root);
  }

  render(): void {
    const { outcomes, lang, dir } = this.#host.words();
    render(
      html`<div class="status" lang=${lang} dir=${dir}>
        <p part="notice" class="notice error" role="alert">${outcomes.misconfigured}</p>
      </div>`,
      this.#root,
    );
  }

  adapt(): void {
    this.#host.requestUpdate();
  }

  reword(): void {
    this.#host.requestUpdate();
  }

  focus(): void {
    // There is nothing to focus.
  }

  report(): void {
    // The notice says it all.
  }

  submit(): Promise<Outcome> {
    this.#host.handleEnd(FAILURE, 'frame');
    return Promise.resolve(FAILURE);
  }

  reset(): void {
    // Nothing to empty.
  }
}
