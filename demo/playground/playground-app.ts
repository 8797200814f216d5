import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { ClientToken, SetCardPinElement, TokenExpiredEvent } from '../../src/index.js';
import { dress } from '../looks/dress.js';
import '../looks/languages.js';
import type { CardState } from '../../src/node/sandbox/card-registry.js';
import { eventList, wireList } from './activity-panel.js';
import { withLine, type PageLine, type Tone, type WireLine } from './activity.js';
import { eventLine } from './event-line.js';
import { fetchClientToken } from './portal-tokens.js';
import { SandboxLink } from './sandbox-link.js';
import { scenarioPanel } from './scenario-panel.js';
import { readScenario, writeScenario } from './scenario-url.js';
import type { Scenario } from './scenario.js';
import { fetchServiceAddresses, type ServiceAddresses } from './service-addresses.js';
import './sight/page-sight.js';
import { snippetPanel } from './snippet-panel.js';
import { snippetOf } from './snippets.js';
import { stage } from './stage.js';
import { wireLine } from './wire-line.js';

/** How long the page takes over a late answer, in milliseconds. */
const LATE = 3000;

/** A client token's lifetime at the service, in seconds. */
const TOKEN_LIFETIME = 15 * 60;

/** The element asks for another token 30 seconds before one expires, so this one serves for 2 seconds. In milliseconds. */
const SHORT_LIFETIME = 32_000;

const GONE =
  'The sandbox has gone away, so no PIN can be set. Start it again with npm start; this page notices by itself.';

/** Changes that show only on an element that knows nothing yet. */
const NEEDS_NEW_ELEMENT: readonly (keyof Scenario)[] = ['card', 'mode', 'token'];

/** The playground. It renders into itself, so that its style sheets are plain ones. */
@customElement('playground-app')
export class PlaygroundApp extends LitElement {
  @state() private scenario = readScenario(location.search);
  /** Empty until it is known. */
  @state() private service: ServiceAddresses = { endpoint: '', control: '', frame: '' };
  @state() private deniedPins: readonly string[] = [];
  @state() private gone = false;
  @state() private generation = 0;
  @state() private card: CardState | undefined;
  @state() private events: readonly PageLine[] = [];
  @state() private wire: readonly WireLine[] = [];
  /** How often the service was asked to set a PIN. */
  @state() private sent = 0;
  @state() private copied = '';

  #link: SandboxLink | undefined;
  #pin: SetCardPinElement | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#link?.close();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('scenario')) return;
    dress(this.scenario);
    history.replaceState(null, '', `${location.pathname}${writeScenario(this.scenario)}`);
  }

  protected override render(): TemplateResult {
    const { scenario } = this;
    const naive = scenario.mode === 'naive';
    return html`
      <p class="gone" role="alert" ?data-shown=${this.gone}>${this.gone ? GONE : ''}</p>
      <div class="columns" data-width=${scenario.width}>
        <section class="column stage" aria-labelledby="stage-title">
          <div class="panel-head">
            <h2 id="stage-title">In a portal</h2>
            <span class="push methods" role="group" aria-label="Methods of the element">
              <button
                type="button"
                class="button mono"
                ?disabled=${naive}
                @click=${this.#handleSubmitCall}
              >
                submit()
              </button>
              <button
                type="button"
                class="button mono"
                ?disabled=${naive}
                @click=${this.#handleResetCall}
              >
                reset()
              </button>
              <button
                type="button"
                class="button mono"
                ?disabled=${naive}
                @click=${this.#handleFocusCall}
              >
                focus()
              </button>
            </span>
          </div>
          ${stage({
            scenario,
            endpoint: this.service.endpoint,
            frame: this.service.frame,
            generation: this.generation,
            deniedPins: this.deniedPins,
            getClientToken: scenario.answer === 'provider' ? this.#provideToken : undefined,
            fetchClientToken: this.#supplyNaiveForm,
            taken: this.#takeElement,
            heard: this.#handleElementEvent,
          })}
        </section>

        <div class="column settings">
          <page-sight
            class="sight"
            role="region"
            aria-labelledby="sight-title"
            .mode=${scenario.mode}
            .generation=${this.generation}
            .length=${scenario.length}
            .control=${this.service.control}
            .sent=${this.sent}
            .chosen=${this.#chooseMode}
          ></page-sight>
          <section class="scenario" aria-labelledby="scenario-title">
            <div class="panel-head"><h2 id="scenario-title">Scenario</h2></div>
            ${scenarioPanel({
              scenario,
              card: this.card,
              deniedPins: this.deniedPins,
              chosen: this.#choose,
              denied: this.#deny,
              refuseToken: this.#handleRefuseToken,
              lapseToken: this.#handleLapseToken,
            })}
          </section>
        </div>

        <div class="column activity">
          <div class="panel">
            <div class="panel-head">
              <h2 id="events-title">Events</h2>
              <button
                type="button"
                class="button push"
                aria-label="Clear the events"
                @click=${() => (this.events = [])}
              >
                Clear
              </button>
            </div>
            <div class="scroller" tabindex="0" role="region" aria-labelledby="events-title">
              ${eventList(this.events)}
            </div>
          </div>
          <div class="panel">
            <div class="panel-head">
              <h2 id="wire-title">Wire</h2>
              <button
                type="button"
                class="button push"
                aria-label="Clear the wire"
                @click=${() => (this.wire = [])}
              >
                Clear
              </button>
            </div>
            <div class="scroller" tabindex="0" role="region" aria-labelledby="wire-title">
              ${wireList(this.wire)}
            </div>
          </div>
        </div>
      </div>

      <div class="panel code-panel">
        ${snippetPanel({
          scenario,
          code: this.#snippet,
          copied: this.copied,
          chosen: this.#choose,
          copy: this.#handleCopy,
        })}
      </div>
    `;
  }

  get #snippet(): string {
    return snippetOf(this.scenario, this.service, this.deniedPins);
  }

  async #connect(): Promise<void> {
    try {
      this.service = await fetchServiceAddresses();
      this.#link = new SandboxLink(this.service.control, {
        request: (logged) => {
          const line = wireLine(logged, this.service.frame);
          this.wire = withLine(this.wire, line);
          if (line.name === 'SetPinForPaymentCard') this.sent += 1;
          void this.#askForCard();
        },
        there: (there) => {
          this.gone = !there;
          if (there) void this.#askForCard();
        },
      });
      this.#link.open();
    } catch {
      this.gone = true;
    }
  }

  readonly #choose = (change: Partial<Scenario>): void => {
    const anew = NEEDS_NEW_ELEMENT.some((part) => part in change);
    this.scenario = { ...this.scenario, ...change };
    // What was copied was the code of before.
    this.copied = '';
    if (anew) this.generation += 1;
    if ('card' in change) {
      this.card = undefined;
      void this.#askForCard();
    }
  };

  readonly #chooseMode = (mode: Scenario['mode']): void => this.#choose({ mode });

  readonly #deny = (pins: readonly string[]): void => {
    this.deniedPins = pins;
    this.copied = '';
  };

  readonly #takeElement = (element: Element | undefined): void => {
    this.#pin = element as SetCardPinElement | undefined;
    if (element === undefined) return;
    // After the render that this is part of: the log is rendered too.
    void this.updateComplete.then(() => {
      if (this.scenario.token === 'fresh') void this.#handOver();
      if (this.scenario.token === 'lapsing') void this.#handOver(SHORT_LIFETIME);
    });
  };

  readonly #handleElementEvent = (event: Event): void => {
    this.events = withLine(this.events, eventLine(event));
    if (event.type === 'token-expired') this.#answer(event as TokenExpiredEvent);
  };

  #answer(event: TokenExpiredEvent): void {
    switch (this.scenario.answer) {
      case 'at-once':
        return event.respondWith(this.#fetchToken('respondWith'));
      case 'late': {
        const pause = new Promise<void>((resolve) => setTimeout(resolve, LATE));
        return event.respondWith(pause.then(() => this.#fetchToken('respondWith')));
      }
      // The element has asked its provider already, and that had nothing.
      case 'provider':
      case 'never':
        return;
    }
  }

  readonly #provideToken = ({ signal }: { signal: AbortSignal }): Promise<ClientToken> =>
    this.#fetchToken('getClientToken', { signal });

  readonly #supplyNaiveForm = (): Promise<ClientToken> => this.#fetchToken('fetchClientToken');

  /** @param lifetime what is left of its time as the token says it, in milliseconds; the service's word otherwise */
  async #handOver(lifetime?: number): Promise<void> {
    const element = this.#pin;
    // Its failure stands in the log.
    const token = await this.#fetchToken('clientToken', { lifetime }).catch(() => undefined);
    if (element !== undefined && token !== undefined) element.clientToken = token;
  }

  async #fetchToken(
    way: string,
    { signal, lifetime }: { signal?: AbortSignal; lifetime?: number | undefined } = {},
  ): Promise<ClientToken> {
    try {
      const minted = await fetchClientToken(this.scenario.card, signal);
      const token =
        lifetime === undefined
          ? minted
          : { ...minted, expirationDate: new Date(Date.now() + lifetime).toISOString() };
      const expires = new Date(token.expirationDate ?? '');
      this.#note(way, 'neutral', `a token until ${expires.toLocaleTimeString('en-GB')}`);
      return token;
    } catch (error) {
      if (!signal?.aborted) {
        this.#note(way, 'bad', error instanceof Error ? error.message : 'no token');
      }
      throw error;
    }
  }

  readonly #handleRefuseToken = (): void => void this.#letTokenLapse();

  async #letTokenLapse(): Promise<void> {
    try {
      await this.#link?.advanceClock(TOKEN_LIFETIME);
      this.#note(
        'service',
        'neutral',
        'its clock is 15 minutes on: tokens given so far have lapsed',
      );
    } catch {
      this.gone = true;
    }
  }

  readonly #handleLapseToken = (): void => void this.#handOver(SHORT_LIFETIME);

  readonly #handleSubmitCall = (): void => void this.#submit();

  async #submit(): Promise<void> {
    const outcome = await this.#pin?.submit();
    if (outcome === undefined) return;
    this.events = withLine<PageLine>(this.events, {
      source: 'page',
      name: 'submit()',
      tone: outcome.kind === 'set' ? 'good' : 'neutral',
      facts: [`resolved to ${outcome.kind}`],
      detail: outcome,
    });
  }

  readonly #handleResetCall = (): void => {
    this.#pin?.reset();
    this.#note('reset()', 'neutral');
  };

  readonly #handleFocusCall = (): void => {
    this.#pin?.focus();
    this.#note('focus()', 'neutral');
  };

  readonly #handleCopy = (): void => void this.#copy();

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#snippet);
      this.copied = 'Copied';
    } catch {
      this.copied = 'The browser doesn’t let this page copy: select the code instead.';
    }
  }

  #note(name: string, tone: Tone, ...facts: readonly string[]): void {
    this.events = withLine<PageLine>(this.events, { source: 'page', name, tone, facts });
  }

  async #askForCard(): Promise<void> {
    const { card: id } = this.scenario;
    const card = await this.#link?.card(id).catch(() => undefined);
    if (card?.id === this.scenario.card) this.card = card;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'playground-app': PlaygroundApp;
  }
}
