import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { MODES, type Scenario } from '../scenario/scenario.js';
import { jsonView } from '../templates/code-view.js';
import { segments } from '../templates/controls.js';
import { Captures, parseBody, type CapturedDigits } from './captures.js';
import { logKeys, type LoggedKey } from './key-logger.js';
import { hookNetwork, type SeenRequest } from './network-hook.js';
import { recordSession, type RecordedText } from './session-recorder.js';

/** The report of one tool. */
interface ToolReport {
  readonly title: string;
  /** One sentence about the setup of the tool. */
  readonly setup: string;
  readonly captured: readonly CapturedDigits[];
  /** Everything else that the tool saw. */
  readonly details: unknown;
}

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
  /**
   * The base URL of the sandbox's control interface. Requests to it are ignored: the playground
   * sends them, and a portal would not.
   */
  @property() control = '';
  /** Number of attempts to set a PIN that the service has received. */
  @property({ type: Number }) attempts = 0;
  @property({ attribute: false }) onModeChange!: (mode: Scenario['mode']) => void;

  /** Number of events in the recording. */
  @state() private recordedEvents = 0;

  readonly #captures = new Captures();
  #attemptsAtReset = 0;

  constructor() {
    super();
    logKeys(this.#handleKey);
    hookNetwork(this.#handleRequest);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('generation')) this.#reset();
  }

  protected override firstUpdated(): void {
    void recordSession(this.#handleRecorded);
  }

  protected override render(): TemplateResult {
    const reports = [this.#keyLogger, this.#sessionRecorder, this.#networkHook];
    const most = Math.max(...reports.map(({ captured }) => this.#count(captured)));
    return html`
      <div class="panel-head">
        <h2 id="leak-panel-title">What the page can see</h2>
        <button
          type="button"
          class="button push"
          aria-label="Clear what the page captured"
          @click=${this.#handleClear}
        >
          Clear
        </button>
      </div>
      <div class="group">
        <div class="field">
          <span class="segments" role="radiogroup" aria-label="PIN form">
            ${segments({
              name: 'mode',
              options: MODES.filter(({ value }) => this.hasFrame || value !== 'isolated'),
              value: this.mode,
              onChange: this.onModeChange,
            })}
          </span>
          <p class="note">${MODES.find(({ value }) => value === this.mode)?.note}</p>
          ${
            this.hasFrame
              ? nothing
              : html`<p class="note">
                  Isolated mode needs a second origin, which this site doesn’t have.
                </p>`
          }
        </div>
        <p class="result" data-tone=${most > 0 ? 'bad' : 'good'}>
          ${most > 0 ? `The page captured ${this.#share(most)}.` : 'The page captured no digits.'}
        </p>
        <p class="note">Type a PIN into the form to see what three common tools capture of it.</p>
      </div>
      <div class="tools">${reports.map((report) => this.#report(report))}</div>
    `;
  }

  #report({ title, setup, captured, details }: ToolReport): TemplateResult {
    const count = this.#count(captured);
    return html`<section class="tool" aria-label=${title} data-tone=${count > 0 ? 'bad' : 'good'}>
      <div class="tool-head">
        <h3>${title}</h3>
        <span class="count">${count > 0 ? this.#share(count) : 'no digits'}</span>
      </div>
      ${
        captured.length === 0
          ? nothing
          : html`<dl class="captured">
              ${captured.map(
                ({ name, digits }) =>
                  html`<div>
                    <dt>${name}</dt>
                    <dd>${digits}</dd>
                  </div>`,
              )}
            </dl>`
      }
      <p class="note">${setup}</p>
      ${details}
    </section>`;
  }

  get #keyLogger(): ToolReport {
    const { typedDigits, otherKeys } = this.#captures;
    return {
      title: 'Key logger',
      setup:
        this.mode === 'isolated'
          ? 'Listens on window. It would capture nothing even if it were added before the element’s script.'
          : 'Listens on window, added after the element’s script.',
      captured: typedDigits,
      details:
        otherKeys.length === 0
          ? nothing
          : html`<p class="note">Other keys: ${otherKeys.join(', ')}.</p>`,
    };
  }

  get #sessionRecorder(): ToolReport {
    const { recordedDigits, recordedTexts } = this.#captures;
    const texts = ['no texts', '1 text'][recordedTexts] ?? `${recordedTexts} texts`;
    return {
      title: 'Session recorder',
      setup: 'rrweb, configured to mask nothing.',
      captured: recordedDigits,
      details: html`<p class="note">
        ${
          this.recordedEvents === 0
            ? 'Loading…'
            : `${this.recordedEvents} events recorded, with ${texts} from the form.`
        }
      </p>`,
    };
  }

  get #networkHook(): ToolReport {
    const { requests } = this.#captures;
    const captured = this.#captures.sentDigits(this.length);
    return {
      title: 'Network hook',
      setup: 'Wraps fetch.',
      captured,
      details: html`
        ${
          captured.length === 0 && this.attempts > this.#attemptsAtReset
            ? html`<p class="note">A PIN reached the service in a request that the hook missed.</p>`
            : nothing
        }
        ${requests.map(
          ({ method, url, body }) =>
            html`<details class="request">
              <summary>${method} ${url.replace(location.origin, '')}</summary>
              ${jsonView(parseBody(body))}
            </details>`,
        )}
      `,
    };
  }

  /** Returns the number of a PIN's digits that a tool captured. */
  #count(captured: readonly CapturedDigits[]): number {
    return Math.min(this.length, Math.max(0, ...captured.map(({ digits }) => digits.length)));
  }

  #share(count: number): string {
    return `${count} of ${this.length} digits`;
  }

  #reset(): void {
    this.#captures.reset();
    this.#attemptsAtReset = this.attempts;
  }

  readonly #handleClear = (): void => {
    this.#reset();
    this.requestUpdate();
  };

  readonly #handleKey = (key: LoggedKey): void => {
    this.#captures.addKey(key);
    this.requestUpdate();
  };

  readonly #handleRecorded = (texts: readonly RecordedText[]): void => {
    this.recordedEvents += 1;
    this.#captures.addTexts(texts);
  };

  readonly #handleRequest = (request: SeenRequest): void => {
    if (this.control !== '' && request.url.startsWith(this.control)) return;
    this.#captures.addRequest(request);
    this.requestUpdate();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'leak-panel': LeakPanel;
  }
}
