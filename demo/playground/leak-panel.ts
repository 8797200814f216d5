import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { hookNetwork, logKeys, recordSession } from './spies.js';

/**
 * Shows how much of the PIN the page can see: the digits that each of three tools, which real
 * portals run, has captured from the form in the preview.
 */
@customElement('leak-panel')
export class LeakPanel extends LitElement {
  /** Number of the current form in the preview. A new number clears the panel. */
  @property({ type: Number }) generation = 0;
  /** Digits in a PIN. */
  @property({ type: Number }) length = 4;

  /** Digits that each type of event has revealed. */
  readonly #typed = new Map<string, string>();
  /** Digits in the recording, by their node. */
  readonly #recorded = new Map<unknown, string>();
  #sent = '';
  #recordedEvents = 0;

  constructor() {
    super();
    logKeys((type, text) => {
      const before = this.#typed.get(type) ?? '';
      if (/^\d+$/.test(text)) this.#typed.set(type, before + text);
      else if (text === 'Backspace') this.#typed.set(type, before.slice(0, -1));
      this.requestUpdate();
    });
    hookNetwork((body) => {
      const [pin] = body.match(new RegExp(`(?<=")\\d{${this.length}}(?=")`)) ?? [];
      this.#sent = pin ?? this.#sent;
      this.requestUpdate();
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('generation')) return;
    this.#typed.clear();
    this.#recorded.clear();
    this.#sent = '';
  }

  protected override firstUpdated(): void {
    void recordSession((texts) => {
      this.#recordedEvents += 1;
      for (const [node, text] of texts) if (/^\d*$/.test(text)) this.#recorded.set(node, text);
      this.requestUpdate();
    });
  }

  protected override render(): TemplateResult {
    const tools = [
      ['Key logger', 'listens on window', longest(this.#typed)],
      [
        'Session recorder',
        this.#recordedEvents === 0 ? 'loading rrweb…' : `${this.#recordedEvents} events recorded`,
        longest(this.#recorded),
      ],
      ['Network hook', 'wraps fetch', this.#sent],
    ] as const;
    const most = Math.max(...tools.map(([, , digits]) => digits.length));
    const share = `${Math.min(most, this.length)} of ${this.length} digits`;
    return html`<h2 id="leaks">What the page can see</h2>
      <p class="result ${most > 0 ? 'bad' : ''}">
        ${most > 0 ? `The page captured ${share}.` : 'The page captured no digits.'}
      </p>
      <dl>
        ${tools.map(
          ([title, setup, digits]) =>
            html`<div>
              <dt>${title}</dt>
              <dd class="captured ${digits === '' ? 'good' : 'bad'}">${digits || 'no digits'}</dd>
              <dd class="note">${setup}</dd>
            </div>`,
        )}
      </dl>`;
  }
}

function longest(digits: ReadonlyMap<unknown, string>): string {
  return [...digits.values()].reduce((a, b) => (b.length > a.length ? b : a), '');
}
