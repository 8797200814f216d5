import type { Command, Form, Report } from '../contract/wire.js';
import type { Misconfigured } from '../set-pin/outcome.js';

/** A sentence in place of a form that the page has misconfigured. Every submit ends as that. */
export class NoForm implements Form {
  readonly #root: ShadowRoot;
  readonly #mistake: Misconfigured;
  readonly #report: (report: Report) => void;
  readonly #notice = document.createElement('p');

  constructor(root: ShadowRoot, mistake: Misconfigured, report: (report: Report) => void) {
    this.#root = root;
    this.#mistake = mistake;
    this.#report = report;
    this.#notice.className = 'notice error';
    this.#notice.part.value = 'notice';
  }

  execute(command: Command): void {
    if (command.kind === 'submit')
      this.#report({ kind: 'ended', submitId: command.submitId, outcome: this.#mistake });
    if (command.kind !== 'settings') return;
    const { lang, dir, outcomes } = command.words;
    Object.assign(this.#notice, { lang, dir, textContent: outcomes.misconfigured });
    this.#root.append(this.#notice);
  }

  close(): void {
    this.#notice.remove();
  }
}
