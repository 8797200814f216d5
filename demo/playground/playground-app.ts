import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { SetCardPinElement } from '../../src/index.js';
import type { CardState } from '../../src/node/sandbox/cards.js';
import { applyLooks } from '../looks/apply-looks.js';
import { fetchServiceAddresses, type ServiceAddresses } from '../server-calls/service-addresses.js';
import { withEntry, type LogEntry } from './activity/activity-log.js';
import { activityPanel } from './activity/activity-panel.js';
import { eventEntry } from './activity/event-entry.js';
import { requestEntry } from './activity/request-entry.js';
import './leak-panel/leak-panel.js';
import { preview, type Method } from './preview/preview.js';
import { SandboxConnection } from './sandbox-connection.js';
import { scenarioPanel } from './scenario/scenario-panel.js';
import { readScenario, writeScenario } from './scenario/scenario-url.js';
import type { Scenario } from './scenario/scenario.js';
import { snippetOf, snippetPanel } from './snippet.js';
import { TokenSupply, type LogAction } from './token-supply.js';

/** Seconds that a client token lives at the service. */
const TOKEN_LIFETIME = 15 * 60;

const DISCONNECTED =
  'The sandbox isn’t running, so no PIN can be set. Start it again with npm start. This page reconnects by itself.';

/** Changes that only show on a new element. */
const NEEDS_NEW_ELEMENT: readonly (keyof Scenario)[] = ['card', 'mode', 'answer'];

/** The playground. It renders into itself, so that ordinary style sheets apply. */
@customElement('playground-app')
export class PlaygroundApp extends LitElement {
  @state() private scenario = readScenario(location.search);
  /** Empty until the addresses are known. */
  @state() private service: ServiceAddresses = { endpoint: '', control: '', frame: '' };
  @state() private deniedPins: readonly string[] = [];
  @state() private isDisconnected = false;
  /** Number of the current form in the preview. */
  @state() private generation = 0;
  @state() private card: CardState | undefined;
  @state() private events: readonly LogEntry[] = [];
  @state() private requests: readonly LogEntry[] = [];
  /** Number of attempts to set a PIN that the service has received. */
  @state() private attempts = 0;
  @state() private copyStatus = '';

  #sandbox: SandboxConnection | undefined;
  #element: SetCardPinElement | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sandbox?.close();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('scenario')) return;
    applyLooks(this.scenario);
    history.replaceState(null, '', `${location.pathname}${writeScenario(this.scenario)}`);
  }

  protected override render(): TemplateResult {
    const { scenario, service, generation, deniedPins } = this;
    const warning = this.isDisconnected ? DISCONNECTED : '';
    return html`
      <p class="disconnected" role="alert" ?data-shown=${this.isDisconnected}>${warning}</p>
      <div class="columns">
        <div class="stage-column">
          ${preview({
            scenario,
            endpoint: service.endpoint,
            frame: service.frame,
            generation,
            deniedPins,
            getClientToken: this.#tokens.getClientToken,
            fetchClientToken: this.#tokens.fetchForNaiveForm,
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
            .control=${service.control}
            .attempts=${this.attempts}
            .onModeChange=${this.#handleModeChange}
          ></leak-panel>
        </div>

        <section class="scenario" aria-labelledby="scenario-title">
          <div class="panel-head"><h2 id="scenario-title">Scenario</h2></div>
          <div class="scenario-choices">
            ${scenarioPanel({
              scenario,
              card: this.card,
              deniedPins,
              onChange: this.#change,
              onDeniedPins: this.#handleDeniedPins,
              onExpireToken: this.#handleExpireToken,
            })}
          </div>
        </section>

        <div class="activity">
          ${activityPanel('Events', 'No events yet.', this.events, () => (this.events = []))}
          ${activityPanel(
            'Requests',
            'No requests yet. PINs and credentials will be masked.',
            this.requests,
            () => (this.requests = []),
          )}
        </div>

        ${snippetPanel(this.#code, this.copyStatus, this.#handleCopy)}
      </div>
    `;
  }

  get #code(): string {
    return snippetOf(this.scenario, this.service, this.deniedPins);
  }

  async #connect(): Promise<void> {
    try {
      this.service = await fetchServiceAddresses();
      if (this.service.frame === '' && this.scenario.mode === 'isolated')
        this.#change({ mode: 'inline' });
      this.#sandbox = new SandboxConnection(this.service.control, {
        onRequest: (logged) => {
          const entry = requestEntry(logged, this.service.frame);
          this.requests = withEntry(this.requests, entry);
          if (entry.name === 'SetPinForPaymentCard') this.attempts += 1;
          void this.#refreshCard();
        },
        onConnectedChange: (isConnected) => {
          this.isDisconnected = !isConnected;
          if (isConnected) void this.#refreshCard();
        },
      });
      this.#sandbox.open();
    } catch {
      this.isDisconnected = true;
    }
  }

  async #refreshCard(): Promise<void> {
    const card = await this.#sandbox?.card(this.scenario.card).catch(() => undefined);
    if (card?.id === this.scenario.card) this.card = card;
  }

  // --- the scenario ---

  readonly #change = (change: Partial<Scenario>): void => {
    this.scenario = { ...this.scenario, ...change };
    // The code may have changed since it was copied.
    this.copyStatus = '';
    if (NEEDS_NEW_ELEMENT.some((part) => part in change)) this.generation += 1;
    if ('card' in change) {
      this.card = undefined;
      void this.#refreshCard();
    }
  };

  readonly #handleModeChange = (mode: Scenario['mode']): void => this.#change({ mode });

  readonly #handleDeniedPins = (pins: readonly string[]): void => {
    this.deniedPins = pins;
    this.copyStatus = '';
  };

  // --- the element ---

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
    this.events = withEntry(this.events, {
      source: 'page',
      name: 'submit()',
      tone: outcome.kind === 'set' ? 'good' : 'neutral',
      facts: [`resolved to ${outcome.kind}`],
      detail: outcome,
    });
  }

  // --- client tokens ---

  readonly #logAction: LogAction = (name, tone, ...facts) => {
    this.events = withEntry(this.events, { source: 'page', name, tone, facts });
  };

  readonly #tokens = new TokenSupply(() => this.scenario, this.#logAction);

  readonly #handleExpireToken = (): void => void this.#expireToken();

  async #expireToken(): Promise<void> {
    try {
      await this.#sandbox?.advanceClock(TOKEN_LIFETIME);
      this.#logAction(
        'service',
        'neutral',
        'clock moved forward 15 minutes, so earlier tokens have expired',
      );
    } catch {
      this.isDisconnected = true;
    }
  }

  // --- the code ---

  readonly #handleCopy = (): void => void this.#copy();

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#code);
      this.copyStatus = 'Copied';
    } catch {
      this.copyStatus = 'The browser doesn’t let this page copy. Select the code instead.';
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'playground-app': PlaygroundApp;
  }
}
