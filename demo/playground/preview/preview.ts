/**
 * The preview: the form in a portal of a bank that doesn't exist, as wide as a phone.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref, type RefOrCallback } from 'lit/directives/ref.js';
import type { ClientToken, ClientTokenProvider } from '../../../src/index.js';
import { directionOf } from '../../looks/looks.js';
import { cardOf, type Scenario } from '../scenario/scenario.js';
import './naive-pin-form.js';

export interface PreviewView {
  readonly scenario: Scenario;
  /** The service's endpoint. The form is rendered once it is known. */
  readonly endpoint: string;
  /** The frame page's address, for isolated mode. */
  readonly frame: string;
  /** Number of the current form. A new number renders a new form, as a reload would. */
  readonly generation: number;
  readonly getClientToken: ClientTokenProvider;
  /** Fetches a client token for the naive form. */
  readonly fetchClientToken: () => Promise<ClientToken>;
  /** Called with each new element, and with `undefined` when it is removed. */
  readonly onElement: RefOrCallback;
  readonly onEvent: (event: Event) => void;
  readonly onMethod: (method: Method) => void;
}

/** The element's methods that have a button. */
const METHODS = ['submit', 'reset', 'focus'] as const;

export type Method = (typeof METHODS)[number];

/** Renders the preview. */
export function preview(view: PreviewView): TemplateResult {
  const { scenario } = view;
  const last4 = cardOf(scenario).last4 ?? '••••';
  return html`<section class="preview" aria-label="The element in a portal">
    <div class="frame" dir=${directionOf(scenario)}>
      <div class="bank-bar">${leaf}Linden Bank</div>
      <div class="bank-page">
        <h2 class="bank-title">Choose your PIN</h2>
        <p class="bank-lead">For your debit card ending <span dir="ltr">${last4}</span></p>
        ${view.endpoint === '' ? nothing : keyed(view.generation, form(view))}
      </div>
    </div>
    <div class="methods" role="group" aria-label="Methods of the element">
      ${METHODS.map(
        (method) =>
          html`<button
            type="button"
            class="button"
            ?disabled=${scenario.mode === 'naive'}
            @click=${() => view.onMethod(method)}
          >
            ${method}()
          </button>`,
      )}
    </div>
  </section>`;
}

function form(view: PreviewView): TemplateResult {
  const { scenario, endpoint, frame } = view;
  if (scenario.mode === 'naive')
    return html`<naive-pin-form
      .endpoint=${endpoint}
      .cardId=${scenario.card}
      .getClientToken=${view.fetchClientToken}
    ></naive-pin-form>`;
  return html`<set-card-pin
    ${ref(view.onElement)}
    endpoint=${endpoint}
    frame-src=${scenario.mode === 'isolated' ? frame : nothing}
    card-id=${scenario.card}
    pin-length=${scenario.length}
    pin-rules=${scenario.rules}
    appearance=${scenario.appearance}
    lang=${scenario.lang}
    ?no-confirm=${!scenario.confirm}
    flow=${scenario.steps ? 'steps' : nothing}
    ?auto-submit=${scenario.autoSubmit}
    idempotency-key=${scenario.idempotencyKey ? nothing : 'none'}
    ?disabled=${scenario.disabled}
    .getClientToken=${view.getClientToken}
    @pin-ready=${view.onEvent}
    @pin-change=${view.onEvent}
    @pin-set=${view.onEvent}
    @pin-error=${view.onEvent}
    @token-expired=${view.onEvent}
  ></set-card-pin>`;
}

const leaf = html`<svg viewBox="0 0 20 20" class="bank-mark">
  <path d="M10 2c4.5 3 6 6 6 9a6 6 0 0 1-12 0c0-3 1.5-6 6-9Z" />
  <path d="M10 18V9" />
</svg>`;
