import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { MODES, type Scenario } from '../scenario/scenario.js';
import { Captures, type CapturedDigits } from './captures.js';
import { hookNetwork, logKeys, recordSession } from './spies.js';

/**
 * Shows what the page can see of the PIN. It installs three tools that real portals run, for as
 * long as the page lives, and reports what each one captured from the form in the preview.
 */
@customElement('leak-panel')
export class LeakPanel extends LitElement {
  @property() mode: Scenario['mode'] = 'inline';
  /** Number of the current form in the preview. A new number clears the panel. */
  @property({ type: Number }) generation = 0;
  /** False if there is no second origin for isolated mode. */
  @property({ type: Boolean }) hasFrame = true;
  /** Digits in a PIN. */
  @property({ type: Number }) length = 4;
  @property({ attribute: false }) onModeChange!: (mode: Scenario['mode']) => void;

  /** Number of events in the recording. */
  @state() private recordedEvents = 0;

  readonly #captures = new Captures();

  constructor() {
    super();
    logKeys((field, type, text) => {
      this.#captures.addKey(field, type, text);
      this.requestUpdate();
    });
    hookNetwork((body) => {
      this.#captures.addRequest(body, this.length);
      this.requestUpdate();
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('generation')) this.#captures.reset();
  }

  protected override firstUpdated(): void {
    void recordSession(
      () => (this.recordedEvents += 1),
      (node, text) => this.#captures.addText(node, text),
    );
  }

  protected override render(): TemplateResult {
    const { typedDigits, recordedDigits, sentDigits } = this.#captures;
    const most = Math.max(...[typedDigits, recordedDigits, sentDigits].map(this.#count));
    return html`
      <h2 id="leak-panel-title">What the page can see</h2>
      <div class="group">
        <div class="modes" role="radiogroup" aria-label="PIN form">
          ${MODES.filter(({ value }) => this.hasFrame || value !== 'isolated').map(this.#choice)}
        </div>
        <p class="note">
          ${MODES.find(({ value }) => value === this.mode)?.note}
          ${this.hasFrame ? '' : 'Isolated mode needs a second origin, which this site doesn’t have.'}
        </p>
        <p class="result" data-tone=${most > 0 ? 'bad' : 'good'}>
          ${most > 0 ? `The page captured ${this.#share(most)}.` : 'The page captured no digits.'}
        </p>
        <p class="note">Type a PIN into the form to see what three common tools capture of it.</p>
      </div>
      <div class="tools">
        ${this.#report(
          'Key logger',
          typedDigits,
          this.mode === 'isolated'
            ? 'Listens on window. It would capture nothing even if it were added before the element’s script.'
            : 'Listens on window, added after the element’s script.',
        )}
        ${this.#report(
          'Session recorder',
          recordedDigits,
          `rrweb, configured to mask nothing. ${
            this.recordedEvents === 0 ? 'Loading…' : `${this.recordedEvents} events recorded.`
          }`,
        )}
        ${this.#report('Network hook', sentDigits, 'Wraps fetch.')}
      </div>
    `;
  }

  readonly #choice = ({ value, label }: (typeof MODES)[number]): TemplateResult =>
    html`<label class="toggle">
      <input
        type="radio"
        name="mode"
        .checked=${live(value === this.mode)}
        @change=${() => this.onModeChange(value)}
      />
      ${label}
    </label>`;

  /** @param setup - One sentence about the setup of the tool. */
  #report(title: string, captured: readonly CapturedDigits[], setup: string): TemplateResult {
    const count = this.#count(captured);
    return html`<section aria-label=${title} data-tone=${count > 0 ? 'bad' : 'good'}>
      <h3>${title} <span class="count">${count > 0 ? this.#share(count) : 'no digits'}</span></h3>
      <dl>
        ${captured.map(
          ({ name, digits }) =>
            html`<dt>${name}</dt>
              <dd>${digits}</dd>`,
        )}
      </dl>
      <p class="note">${setup}</p>
    </section>`;
  }

  /** Returns the number of a PIN's digits that a tool captured. */
  readonly #count = (captured: readonly CapturedDigits[]): number =>
    Math.min(this.length, Math.max(0, ...captured.map(({ digits }) => digits.length)));

  #share(count: number): string {
    return `${count} of ${this.length} digits`;
  }
}
