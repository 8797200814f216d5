/**
 * The element as it stands in a portal: a calm page of a bank that doesn't exist, in a frame as wide as a phone or a desktop.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref, type RefOrCallback } from 'lit/directives/ref.js';
import type { ClientToken, ClientTokenProvider } from '../../src/index.js';
import './naive-pin-form.js';
import { cardOf, type Scenario } from './scenario.js';

export interface StageView {
  readonly scenario: Scenario;
  /** The service's endpoint; empty until it is known, and the element is there only then. */
  readonly endpoint: string;
  /** The frame page's address, for isolated mode. */
  readonly frame: string;
  /** Counts the elements: a new number makes a new one, as loading the page again would. */
  readonly generation: number;
  readonly deniedPins: readonly string[];
  readonly getClientToken: ClientTokenProvider | undefined;
  /** Fetches a client token for the form that the element is compared with. */
  readonly fetchClientToken: () => Promise<ClientToken>;
  /** Called with the element when it is there, and with nothing when it goes. */
  readonly taken: RefOrCallback;
  readonly heard: (event: Event) => void;
}

export function stage(view: StageView): TemplateResult {
  const { scenario } = view;
  const { last4 } = cardOf(scenario);
  return html`<div class="stand">
    <div class="frame" data-width=${scenario.width} dir=${scenario.dir}>
      <div class="bank">
        <div class="bank-bar" aria-hidden="true">
          <span class="bank-name">${leaf}Linden Bank</span>
          <span class="bank-nav"
            ><span>Accounts</span><span class="here">Cards</span><span>Payments</span></span
          >
          <span class="bank-person">AL</span>
        </div>
        <div class="bank-page">
          <div class="bank-aside" aria-hidden="true">
            <div class="card">
              <span class="card-name">Linden Debit</span>
              <span class="card-number" dir="ltr">•••• ${last4}</span>
            </div>
            <p class="bank-note">Everyday account<br />Ada Lindqvist</p>
          </div>
          <div class="bank-form">
            <h3 class="bank-title">Choose your PIN</h3>
            <p class="bank-lead">For your debit card ending <span dir="ltr">${last4}</span></p>
            ${view.endpoint === '' ? nothing : keyed(view.generation, form(view))}
          </div>
        </div>
      </div>
    </div>
  </div>`;
}

function form(view: StageView): TemplateResult {
  const { scenario, endpoint, frame } = view;
  if (scenario.mode === 'naive')
    return html`<naive-pin-form
      .endpoint=${endpoint}
      .cardId=${scenario.card}
      .getClientToken=${view.fetchClientToken}
    ></naive-pin-form>`;
  return html`<set-card-pin
    ${ref(view.taken)}
    endpoint=${endpoint}
    frame-src=${scenario.mode === 'isolated' ? frame : nothing}
    card-id=${scenario.card}
    pin-length=${scenario.length}
    pin-rules=${scenario.rules}
    appearance=${scenario.appearance}
    lang=${scenario.lang}
    ?no-confirm=${!scenario.confirm}
    ?no-idempotency-key=${!scenario.idempotencyKey}
    ?disabled=${scenario.disabled}
    .deniedPins=${view.deniedPins}
    .getClientToken=${view.getClientToken}
    @pin-ready=${view.heard}
    @pin-change=${view.heard}
    @pin-set=${view.heard}
    @pin-error=${view.heard}
    @token-expired=${view.heard}
  ></set-card-pin>`;
}

const leaf = html`<svg viewBox="0 0 20 20" class="bank-mark">
  <path d="M10 2c4.5 3 6 6 6 9a6 6 0 0 1-12 0c0-3 1.5-6 6-9Z" />
  <path d="M10 18V9" />
</svg>`;
