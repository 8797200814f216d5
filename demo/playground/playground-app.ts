import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { ClientTokenProvider, SetCardPinElement } from '../../src/index.js';
import type { CardState } from '../../src/node/sandbox/cards.js';
import { applyLooks } from '../looks/apply-looks.js';
import { fetchClientToken } from '../server-calls/client-tokens.js';
import { fetchServiceAddresses, type ServiceAddresses } from '../server-calls/service-addresses.js';
import { activityPanel, withEntry, type LogEntry, type Tone } from './activity/activity-panel.js';
import { eventEntry } from './activity/event-entry.js';
import { requestEntry } from './activity/request-entry.js';
import { fetchCard, followRequests } from './sandbox.js';
import './leak-panel/leak-panel.js';
import { preview, type Method } from './preview/preview.js';
import { scenarioPanel } from './scenario/scenario-panel.js';
import { readScenario, writeScenario, type Scenario } from './scenario/scenario.js';
import { snippetOf, snippetPanel } from './snippet.js';
import { supplyToken } from './token-supply.js';

const DISCONNECTED =
  'The sandbox isn’t running, so no PIN can be set. Start it again with npm start, and reload this page.';

/** Changes that only show on a new element. */
const NEEDS_NEW_ELEMENT: readonly (keyof Scenario)[] = ['card', 'mode', 'answer'];

/** The playground. It renders into itself, so that ordinary style sheets apply. */
@customElement('playground-app')
export class PlaygroundApp extends LitElement {
  @state() private scenario = readScenario(location.search);
  /** Empty until the addresses are known. */
  @state() private service: ServiceAddresses = { endpoint: '', control: '', frame: '' };
  @state() private isDisconnected = false;
  /** Number of the current form in the preview. */
  @state() private generation = 0;
  @state() private card: CardState | undefined;
  @state() private events: readonly LogEntry[] = [];
  @state() private requests: readonly LogEntry[] = [];
  @state() private copyStatus = '';

  #element: SetCardPinElement | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('scenario')) return;
    applyLooks(this.scenario);
    history.replaceState(null, '', `${location.pathname}${writeScenario(this.scenario)}`);
    // The code may have changed since it was copied.
    this.copyStatus = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Before the first rendering, so that the network hook doesn't see it.
    void this.#connect().catch(() => (this.isDisconnected = true));
  }

  protected override render(): TemplateResult {
    const { scenario, service, generation } = this;
    return html`
      <p class="disconnected" role="alert">${this.isDisconnected ? DISCONNECTED : nothing}</p>
      <div class="columns">
        <div class="stage-column">
          ${preview({
            scenario,
            endpoint: service.endpoint,
            frame: service.frame,
            generation,
            getClientToken: this.#getClientToken,
            fetchClientToken: () => fetchClientToken(scenario.card),
            onElement: this.#handleElement,
            onEvent: this.#handleElementEvent,
            onMethod: this.#handleMethod,
          })}
          <leak-panel
            role="region"
            aria-labelledby="leak-panel-title"
            .mode=${scenario.mode}
            .generation=${generation}
            .length=${scenario.length}
            .hasFrame=${service.endpoint === '' || service.frame !== ''}
            .onModeChange=${this.#handleModeChange}
          ></leak-panel>
        </div>

        <section class="scenario" aria-labelledby="scenario-title">
          <h2 id="scenario-title">Scenario</h2>
          <div class="scenario-choices">${scenarioPanel(scenario, this.card, this.#change)}</div>
        </section>

        <div class="activity">
          ${activityPanel('Events', 'No events yet.', this.events)}
          ${activityPanel(
            'Requests',
            'No requests yet. PINs and credentials will be masked.',
            this.requests,
          )}
        </div>

        ${snippetPanel(this.#code, this.copyStatus, this.#handleCopy)}
      </div>
    `;
  }

  get #code(): string {
    return snippetOf(this.scenario, this.service);
  }

  async #connect(): Promise<void> {
    this.service = await fetchServiceAddresses();
    const { control, frame } = this.service;
    if (frame === '' && this.scenario.mode === 'isolated') this.#change({ mode: 'inline' });
    followRequests(
      control,
      (logged) => {
        this.requests = withEntry(this.requests, requestEntry(logged, frame));
        void this.#refreshCard();
      },
      (isConnected) => {
        this.isDisconnected = !isConnected;
        if (isConnected) void this.#refreshCard();
      },
    );
  }

  async #refreshCard(): Promise<void> {
    const { card: id } = this.scenario;
    const card = await fetchCard(this.service.control, id).catch(() => undefined);
    if (id === this.scenario.card) this.card = card;
  }

  readonly #change = (change: Partial<Scenario>): void => {
    this.scenario = { ...this.scenario, ...change };
    if (NEEDS_NEW_ELEMENT.some((part) => part in change)) this.generation += 1;
    if ('card' in change) void this.#refreshCard();
  };

  readonly #handleModeChange = (mode: Scenario['mode']): void => this.#change({ mode });

  readonly #handleElement = (element: Element | undefined): void => {
    this.#element = element as SetCardPinElement | undefined;
  };

  readonly #handleElementEvent = (event: Event): void => {
    this.events = withEntry(this.events, eventEntry(event));
  };

  readonly #handleMethod = (method: Method): void => {
    if (method === 'submit') return void this.#submit();
    this.#element?.[method]();
    this.#logAction(`${method}()`, 'neutral');
  };

  async #submit(): Promise<void> {
    const outcome = await this.#element?.submit();
    if (outcome === undefined) return;
    const tone = outcome.kind === 'set' ? 'good' : 'neutral';
    this.#logAction('submit()', tone, `resolved to ${outcome.kind}`);
  }

  /** Logs what the page did. */
  readonly #logAction = (name: string, tone: Tone, ...facts: readonly string[]): void => {
    this.events = withEntry(this.events, { name, tone, facts });
  };

  // A field, because an element with another provider empties its fields.
  readonly #getClientToken: ClientTokenProvider = ({ signal }) =>
    supplyToken(this.scenario, signal, this.#logAction);

  readonly #handleCopy = (): void => {
    navigator.clipboard.writeText(this.#code).then(
      () => (this.copyStatus = 'Copied'),
      () => (this.copyStatus = 'The browser doesn’t let this page copy. Select the code instead.'),
    );
  };
}
