import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { jsonView } from '../code-view.js';
import { MODES, type Scenario } from '../scenario.js';
import { logKeys, type LoggedKey } from './key-logger.js';
import { hookNetwork, type SeenRequest } from './network-hook.js';
import { nameOf } from './pin-form.js';
import { recordReplay, type RecordedText } from './replay-recorder.js';

/** Digits that a tool of the page has, under the name of the field they are from. */
interface Caught {
  readonly name: string;
  readonly digits: string;
}

/** What one tool shows. */
interface Feed {
  readonly title: string;
  /** How the tool is set. */
  readonly how: string;
  readonly caught: readonly Caught[];
  /** What it saw besides. */
  readonly besides: unknown;
}

/** The requests that are shown; the oldest go first. */
const MOST_REQUESTS = 3;

/**
 * What the page can see of the PIN: three tools as portals run them, which this panel sets for good when it is made, and what each
 * has of the form on the stage.
 */
@customElement('page-sight')
export class PageSight extends LitElement {
  @property() mode: Scenario['mode'] = 'inline';
  /** Counts the forms on the stage: of an earlier one nothing is shown. */
  @property({ type: Number }) generation = 0;
  /** Digits in a PIN. */
  @property({ type: Number }) length = 4;
  /** What the sandbox's control interface begins with: requests there are the playground's, which a portal would not send. */
  @property() control = '';
  /** How often the service was asked to set a PIN. */
  @property({ type: Number }) sent = 0;
  @property({ attribute: false }) chosen!: (mode: Scenario['mode']) => void;

  @state() private recorded = 0;

  /** What was typed into a field, as each type of event tells it. */
  #keys = new Map<Node, Map<string, string>>();
  #otherKeys = new Set<string>();
  #texts = new Map<Node, string>();
  #requests: readonly SeenRequest[] = [];
  #sentBefore = 0;

  constructor() {
    super();
    logKeys(this.#handleKey);
    hookNetwork(this.#handleRequest);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('generation')) this.#forget();
  }

  protected override firstUpdated(): void {
    void recordReplay(this.#handleRecorded);
  }

  protected override render(): TemplateResult {
    const feeds = [this.#keyLogger, this.#replayRecorder, this.#networkHook];
    const most = Math.max(...feeds.map(({ caught }) => this.#count(caught)));
    return html`
      <div class="panel-head">
        <h2 id="sight-title">What the page can see</h2>
        <button
          type="button"
          class="button push"
          aria-label="Clear what the page saw"
          @click=${this.#handleClear}
        >
          Clear
        </button>
      </div>
      <div class="group">
        <div class="field" role="radiogroup" aria-labelledby="mode-label">
          <span class="label" id="mode-label">PIN form</span>
          <span class="segments">
            ${MODES.map(
              ({ value, label }) =>
                html`<label class="segment">
                  <input
                    type="radio"
                    name="mode"
                    value=${value}
                    .checked=${live(value === this.mode)}
                    @change=${() => this.chosen(value)}
                  />
                  <span>${label}</span>
                </label>`,
            )}
          </span>
          <p class="note">${MODES.find(({ value }) => value === this.mode)?.note}</p>
        </div>
        <p class="verdict" data-tone=${most > 0 ? 'bad' : 'good'}>
          ${most > 0 ? `The page has ${this.#share(most)}.` : 'The page saw no digit.'}
        </p>
      </div>
      <div class="feeds">${feeds.map((feed) => this.#feed(feed))}</div>
    `;
  }

  #feed({ title, how, caught, besides }: Feed): TemplateResult {
    const count = this.#count(caught);
    return html`<section class="feed" aria-label=${title} data-tone=${count > 0 ? 'bad' : 'good'}>
      <div class="feed-head">
        <h3>${title}</h3>
        <span class="count">${count > 0 ? this.#share(count) : 'saw no digit'}</span>
      </div>
      ${
        caught.length === 0
          ? nothing
          : html`<dl class="caught">
              ${caught.map(
                ({ name, digits }) =>
                  html`<div>
                    <dt>${name}</dt>
                    <dd>${digits}</dd>
                  </div>`,
              )}
            </dl>`
      }
      <p class="note">${how}</p>
      ${besides}
    </section>`;
  }

  get #keyLogger(): Feed {
    return {
      title: 'Key logger',
      how:
        this.mode === 'isolated'
          ? 'At window; set first, it would see no more.'
          : 'At window, set after the element’s script.',
      caught: [...this.#keys].flatMap(([field, typed]) => {
        const digits = [...typed.values()].find((text) => text !== '');
        return digits === undefined ? [] : [{ name: nameOf(field), digits }];
      }),
      besides:
        this.#otherKeys.size === 0
          ? nothing
          : html`<p class="note">Other keys: ${[...this.#otherKeys].join(', ')}.</p>`,
    };
  }

  get #replayRecorder(): Feed {
    return {
      title: 'Replay recorder',
      how: 'rrweb, told to mask nothing.',
      caught: [...this.#texts]
        .filter(([, text]) => /^\d+$/.test(text))
        .map(([node, digits]) => ({ name: nameOf(node), digits })),
      besides: html`<p class="note">
        ${
          this.recorded === 0
            ? 'Loading…'
            : `${this.recorded} events recorded; of the form ${this.#texts.size === 0 ? 'no text' : `${this.#texts.size} texts`}.`
        }
      </p>`,
    };
  }

  get #networkHook(): Feed {
    const caught = this.#requests.flatMap(({ body }) => this.#pinsIn(body)).slice(0, 1);
    return {
      title: 'Network hook',
      how: 'Wraps fetch and XMLHttpRequest.',
      caught,
      besides: html`
        ${
          caught.length === 0 && this.sent > this.#sentBefore
            ? html`<p class="note">A PIN reached the service in a request that it never saw.</p>`
            : nothing
        }
        ${this.#requests.map(
          ({ method, url, body }) =>
            html`<details class="request">
              <summary>${method} ${url.replace(location.origin, '')}</summary>
              ${jsonView(parsed(body))}
            </details>`,
        )}
      `,
    };
  }

  /** Strings in JSON that are as many digits as a PIN. */
  #pinsIn(body: string): Caught[] {
    const pins: Caught[] = [];
    const look = (value: unknown, name: string): void => {
      if (typeof value === 'string' && /^\d+$/.test(value) && value.length === this.length)
        pins.push({ name, digits: value });
      if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value)) look(each, key);
    };
    look(parsed(body), 'body');
    return pins;
  }

  #count(caught: readonly Caught[]): number {
    return Math.min(this.length, Math.max(0, ...caught.map(({ digits }) => digits.length)));
  }

  #share(count: number): string {
    return `${count} of ${this.length} digits`;
  }

  #forget(): void {
    this.#keys = new Map();
    this.#otherKeys = new Set();
    this.#texts = new Map();
    this.#requests = [];
    this.#sentBefore = this.sent;
  }

  readonly #handleClear = (): void => {
    this.#forget();
    this.requestUpdate();
  };

  readonly #handleKey = ({ field, type, text }: LoggedKey): void => {
    const typed = this.#keys.get(field) ?? new Map<string, string>();
    this.#keys.set(field, typed);
    const before = typed.get(type) ?? '';
    if (/^\d+$/.test(text)) typed.set(type, before + text);
    else if (text === 'Backspace') typed.set(type, before.slice(0, -1));
    else if (type === 'keydown') this.#otherKeys.add(text);
    this.requestUpdate();
  };

  readonly #handleRecorded = (texts: readonly RecordedText[]): void => {
    this.recorded += 1;
    for (const { node, text } of texts) this.#texts.set(node, text);
  };

  readonly #handleRequest = (request: SeenRequest): void => {
    if (this.control !== '' && request.url.startsWith(this.control)) return;
    this.#requests = [request, ...this.#requests.slice(0, MOST_REQUESTS - 1)];
    this.requestUpdate();
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'page-sight': PageSight;
  }
}
