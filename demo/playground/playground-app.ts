// Imported first, so that its guard comes before every other listener.
import { mode } from './registered.js';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { ClientTokenProvider, SetCardPinElement } from '../../src/index.js';
import type { LoggedRequest } from '../../src/node/sandbox/log.js';
import { changesIn, control, readChosen, type Choice } from '../looks/choices.js';
import { applyLooks, directionOf, LOOKS } from '../looks/looks.js';
import { fetchClientToken } from '../server-calls/client-tokens.js';
import { fetchServiceAddresses, type ServiceAddresses } from '../server-calls/service-addresses.js';
import './leak-panel.js';
import { eventEntry, logPanel, now, requestEntry, type LogEntry } from './log.js';
import { naiveForm } from './naive-form.js';
import {
  ATTRIBUTE_CHOICES,
  ATTRIBUTES,
  attributesOf,
  cardOf,
  CHOICES,
  MODE_NOTES,
  prediction,
  SERVICE_CHOICES,
  type Scenario,
} from './scenario.js';
import { snippetOf } from './snippet.js';

const EVENTS = ['pin-ready', 'pin-change', 'pin-set', 'pin-error', 'token-expired'];

const [MODE, ...OTHER_SERVICE_CHOICES] = SERVICE_CHOICES;

/** The playground. It renders into itself, so that ordinary style sheets apply. */
@customElement('playground-app')
export class PlaygroundApp extends LitElement {
  @state() private scenario = readChosen(CHOICES, new URLSearchParams(location.search));
  @state() private service: ServiceAddresses | undefined;
  @state() private isDisconnected = false;
  /** Number of the current form in the preview. */
  @state() private generation = 0;
  @state() private events: readonly LogEntry[] = [];
  @state() private requests: readonly LogEntry[] = [];
  @state() private copyStatus = 'Copy';

  #element: SetCardPinElement | undefined;
  #attributes: ReadonlyMap<string, string> = new Map();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Before the first rendering, so that the network hook doesn't see it.
    void this.#connect().catch(() => (this.isDisconnected = true));
  }

  async #connect(): Promise<void> {
    const service = await fetchServiceAddresses();
    if (service.frame === '') this.scenario = { ...this.scenario, mode: 'inline' };
    this.service = service;
    const stream = new EventSource(`${service.control}/requests/stream`);
    stream.onopen = () => (this.isDisconnected = false);
    stream.onerror = () => (this.isDisconnected = true);
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      const entry = requestEntry(JSON.parse(data) as LoggedRequest, service.frame);
      this.requests = [entry, ...this.requests];
    };
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { scenario, service } = this;
    if (changed.has('scenario')) {
      applyLooks(scenario);
      const query = new URLSearchParams(changesIn(CHOICES, scenario)).toString();
      history.replaceState(null, '', query === '' ? location.pathname : `?${query}`);
      if (scenario.mode !== 'naive' && scenario.mode !== mode) location.reload();
      // The code may have changed since it was copied.
      this.copyStatus = 'Copy';
    }
    if (service === undefined) return;
    this.#attributes = attributesOf(scenario, service);
    if (changed.has('service') || changed.has('generation')) this.#element = this.#makeElement();
    else if (this.#element !== undefined) this.#setAttributes(this.#element);
  }

  #makeElement(): SetCardPinElement | undefined {
    if (this.scenario.mode === 'naive') return undefined;
    const element = document.createElement('set-card-pin');
    element.getClientToken = this.#getClientToken;
    for (const name of EVENTS)
      element.addEventListener(name, (event) => {
        this.events = [eventEntry(event), ...this.events];
      });
    this.#setAttributes(element);
    return element;
  }

  #setAttributes(element: SetCardPinElement): void {
    for (const { name } of ATTRIBUTES)
      if (!this.#attributes.has(name)) element.removeAttribute(name);
    for (const [name, value] of this.#attributes) element.setAttribute(name, value);
  }

  readonly #getClientToken: ClientTokenProvider = async ({ cardId, signal }) => {
    const { token } = this.scenario;
    const fact = SERVICE_CHOICES.find(({ name }) => name === 'token')!.options[token]!;
    const entry: LogEntry = { name: 'getClientToken', facts: [fact], time: now() };
    this.events = [entry, ...this.events];
    if (token === 'signed-out') return null;
    if (token === 'failure') throw new Error('The portal’s route is down.');
    if (token === 'late') await new Promise((resolve) => setTimeout(resolve, 3000));
    return fetchClientToken(cardId, signal);
  };

  protected override render(): TemplateResult {
    const { scenario, generation } = this;
    const [text, outcome] = prediction(scenario);
    return html`
      <p class="disconnected bad" role="alert" ?hidden=${!this.isDisconnected}>
        The sandbox isn’t running, so no PIN can be set. Start it again with npm start, and reload
        this page.
      </p>
      <div class="stage panel" @change=${this.#handleChange}>
        <div class="bar" role="group" aria-label="Form">
          ${Object.entries(MODE!.options)
            // The built site may be on an origin without a frame page.
            .filter(([value]) => value !== 'isolated' || this.service?.frame !== '')
            .map(this.#mode)}
          <button type="button" @click=${this.#startAgain}>Start again</button>
        </div>
        <p class="note">${MODE_NOTES[scenario.mode]}</p>
        <section class="portal" aria-label="The element in a portal" dir=${directionOf(scenario)}>
          <p class="bank">Linden Bank</p>
          <h2>Choose your PIN</h2>
          <p class="lead">
            For your debit card ending in <bdi>${cardOf(scenario).last4 ?? '••••'}</bdi>
          </p>
          ${this.#form()}
        </section>
        <leak-panel
          role="region"
          aria-labelledby="leaks"
          .generation=${generation}
          .length=${Number(scenario['pin-length'])}
        ></leak-panel>
      </div>

      <form
        id="scenario"
        class="scenario panel"
        aria-labelledby="scenario-title"
        autocomplete="off"
        @change=${this.#handleChange}
      >
        <h2 id="scenario-title">Scenario</h2>
        ${this.#choices('API', OTHER_SERVICE_CHOICES)}
        <output>${text} The outcome is <code>${outcome}</code>.</output>
        ${this.#choices('Look', LOOKS)} ${this.#choices('Element', ATTRIBUTE_CHOICES)}
      </form>

      <div class="logs">
        ${logPanel('Events', this.events)} ${logPanel('Requests', this.requests)}
      </div>

      <section class="code panel" aria-labelledby="code" tabindex="0">
        <div class="bar">
          <h2 id="code">Use it in your page</h2>
          <button type="button" @click=${this.#handleCopy}>${this.copyStatus}</button>
        </div>
        <pre translate="no">${snippetOf(this.#attributes)}</pre>
      </section>
    `;
  }

  #form(): unknown {
    const { scenario, service } = this;
    if (service === undefined || scenario.mode !== 'naive') return this.#element;
    return naiveForm(service.endpoint, scenario.card);
  }

  readonly #mode = ([value, label]: [string, string]): TemplateResult =>
    html`<label class="toggle">
      <input
        type="radio"
        name="mode"
        form="scenario"
        value=${value}
        ?checked=${value === this.scenario.mode}
      />
      ${label}
    </label>`;

  #choices(title: string, choices: readonly Choice<keyof Scenario>[]): TemplateResult {
    return html`<fieldset>
      <legend>${title}</legend>
      ${choices.map((choice) => control(choice, this.scenario[choice.name]))}
    </fieldset>`;
  }

  readonly #handleChange = (): void => {
    const form = new FormData(this.querySelector<HTMLFormElement>('#scenario')!);
    const values = new URLSearchParams([...form] as [string, string][]);
    const before = this.scenario;
    this.scenario = readChosen(CHOICES, values);
    if (SERVICE_CHOICES.some(({ name }) => this.scenario[name] !== before[name]))
      this.#startAgain();
  };

  readonly #startAgain = (): void => {
    this.generation += 1;
  };

  readonly #handleCopy = (): void => {
    navigator.clipboard.writeText(snippetOf(this.#attributes)).then(
      () => (this.copyStatus = 'Copied'),
      () => (this.copyStatus = 'Select the code instead'),
    );
  };
}
