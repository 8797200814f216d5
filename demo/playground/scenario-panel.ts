/**
 * What can be chosen, and what will happen then.
 */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { CardState } from '../../src/node/sandbox/card-registry.js';
import {
  SANDBOX_CARDS,
  type SandboxCard,
  type SandboxOutcome,
} from '../../src/node/sandbox/cards.js';
import { APPEARANCES, DIRECTIONS, LANGUAGES, SCHEMES, THEMES, type Looks } from '../looks/looks.js';
import type { Option } from '../looks/query.js';
import { forecast } from './forecast.js';
import { ANSWERS, LENGTHS, pinRules, RULES, TOKENS, WIDTHS, type Scenario } from './scenario.js';

export interface ScenarioPanelView {
  readonly scenario: Scenario;
  /** What the service knows of the card, once it has said so. */
  readonly card: CardState | undefined;
  readonly deniedPins: readonly string[];
  readonly chosen: (change: Partial<Scenario>) => void;
  readonly denied: (pins: readonly string[]) => void;
  readonly refuseToken: () => void;
  readonly lapseToken: () => void;
}

export function scenarioPanel(view: ScenarioPanelView): TemplateResult {
  const { scenario, chosen } = view;
  return html`
    <fieldset class="group">
      <legend>What happens</legend>
      <div class="field">
        <label for="card">Card</label>
        <select
          id="card"
          aria-describedby="forecast"
          @change=${(event: Event) => chosen({ card: valueOf(event) })}
        >
          ${CARD_GROUPS.map(
            ({ label, cards }) =>
              html`<optgroup label=${label}>
                ${cards.map(
                  ({ id, title, last4 }) =>
                    html`<option value=${id} .selected=${live(id === scenario.card)}>
                      ${title} · ${last4}
                    </option>`,
                )}
              </optgroup>`,
          )}
        </select>
      </div>
      ${forecastOf(view)}
    </fieldset>

    <fieldset class="group">
      <legend>Client token</legend>
      ${choice('token', 'The page hands over', TOKENS, scenario, chosen)}
      ${choice('answer', 'When the element needs another', ANSWERS, scenario, chosen)}
      <div class="buttons">
        <button type="button" class="button" @click=${view.refuseToken}>Let the token lapse</button>
        <button type="button" class="button" @click=${view.lapseToken}>Lapse in 2 s</button>
      </div>
      <p class="note">
        The first moves the service’s clock on by 15 minutes: it refuses the token. The second gives
        the element a token with little time left: it asks for another.
      </p>
    </fieldset>

    <fieldset class="group">
      <legend>Element</legend>
      <div class="field row">
        <label for="length">PIN length</label>
        <select
          id="length"
          @change=${(event: Event) =>
            chosen({ length: Number(valueOf(event)) as Scenario['length'] })}
        >
          ${LENGTHS.map(
            (length) =>
              html`<option value=${length} .selected=${live(length === scenario.length)}>
                ${length} digits
              </option>`,
          )}
        </select>
      </div>
      ${rules(scenario, chosen)} ${deniedPins(view)}
      ${segments('appearance', 'Appearance', APPEARANCES, scenario, chosen)}
      ${choice('lang', 'Language', LANGUAGES, scenario, chosen, 'row')}
      ${toggle('confirm', 'Ask for the PIN twice', scenario, chosen)}
      ${toggle('idempotencyKey', 'Send an idempotency key', scenario, chosen)}
      ${toggle('disabled', 'Disabled', scenario, chosen)}
    </fieldset>

    <fieldset class="group">
      <legend>Page</legend>
      ${segments('width', 'Width', WIDTHS, scenario, chosen)}
      ${segments('theme', 'Theme', THEMES, scenario, chosen, 'stack')}
      ${segments('scheme', 'Colours', SCHEMES, scenario, chosen)}
      ${segments('dir', 'Direction', DIRECTIONS, scenario, chosen)}
    </fieldset>
  `;
}

/** The names of the scenario's parts that are chosen by their texts. */
type TextPart = 'token' | 'answer' | 'width' | keyof Looks;

type Chosen = ScenarioPanelView['chosen'];

function choice<Part extends TextPart>(
  name: Part,
  label: string,
  options: readonly Option<Scenario[Part]>[],
  scenario: Scenario,
  chosen: Chosen,
  layout: 'row' | 'stack' = 'stack',
): TemplateResult {
  return html`<div class="field ${layout}">
    <label for=${name}>${label}</label>
    <select id=${name} @change=${(event: Event) => chosen({ [name]: valueOf(event) })}>
      ${options.map(
        (option) =>
          html`<option value=${option.value} .selected=${live(option.value === scenario[name])}>
            ${option.label}
          </option>`,
      )}
    </select>
  </div>`;
}

function segments<Part extends TextPart>(
  name: Part,
  label: string,
  options: readonly Option<Scenario[Part]>[],
  scenario: Scenario,
  chosen: Chosen,
  layout: 'row' | 'stack' = 'row',
): TemplateResult {
  return html`<div class="field ${layout}" role="radiogroup" aria-labelledby="${name}-label">
    <span class="label" id="${name}-label">${label}</span>
    <span class="segments">
      ${options.map(
        (option) =>
          html`<label class="segment">
            <input
              type="radio"
              name=${name}
              value=${option.value}
              .checked=${live(option.value === scenario[name])}
              @change=${() => chosen({ [name]: option.value })}
            />
            <span>${option.label}</span>
          </label>`,
      )}
    </span>
  </div>`;
}

function rules(scenario: Scenario, chosen: Chosen): TemplateResult {
  const refused = RULES.map(({ value }) => value).filter((rule) =>
    scenario.rules.split(' ').includes(rule),
  );
  return html`<div class="field" role="group" aria-labelledby="rules-label">
    <span class="label" id="rules-label">Refuses</span>
    <span class="toggles">
      ${RULES.map(
        ({ value, label }) =>
          html`<label class="toggle">
            <input
              type="checkbox"
              .checked=${live(refused.includes(value))}
              @change=${(event: Event) =>
                chosen({
                  rules: pinRules(
                    isChecked(event)
                      ? [...refused, value]
                      : refused.filter((rule) => rule !== value),
                  ),
                })}
            />
            <span>${label}</span>
          </label>`,
      )}
    </span>
  </div>`;
}

/** Not a part of the scenario: the address, which is shared and logged, is no place for PINs. */
function deniedPins({ deniedPins, denied }: ScenarioPanelView): TemplateResult {
  return html`<div class="field">
    <label for="denied">Denied PINs</label>
    <input
      id="denied"
      type="text"
      inputmode="numeric"
      autocomplete="off"
      aria-describedby="denied-note"
      .value=${live(deniedPins.join(' '))}
      @change=${(event: Event) =>
        denied(
          valueOf(event)
            .split(/[\s,]+/)
            .filter(Boolean),
        )}
    />
    <p class="note" id="denied-note">
      Such as a birth date’s, with spaces between. They don’t go into the address.
    </p>
  </div>`;
}

function toggle(
  name: 'confirm' | 'idempotencyKey' | 'disabled',
  label: string,
  scenario: Scenario,
  chosen: Chosen,
): TemplateResult {
  return html`<label class="toggle">
    <input
      type="checkbox"
      .checked=${live(scenario[name])}
      @change=${(event: Event) => chosen({ [name]: isChecked(event) })}
    />
    <span>${label}</span>
  </label>`;
}

function forecastOf({ scenario, card }: ScenarioPanelView): TemplateResult {
  const { sentences, outcome } = forecast(scenario);
  return html`<div class="forecast" id="forecast" data-outcome=${outcome ?? 'none'}>
    <p>${sentences.join(' ')}</p>
    <dl>
      <div>
        <dt>A submit ends as</dt>
        <dd><code>${outcome ?? 'aborted'}</code></dd>
      </div>
      <div>
        <dt>At the service</dt>
        <dd>${card === undefined ? '…' : stateOf(card)}</dd>
      </div>
    </dl>
  </div>`;
}

function stateOf({ pinSet, timesSet }: CardState): string {
  if (!pinSet) return 'no PIN yet';
  return timesSet === 1 ? 'PIN set once' : `PIN set ${timesSet} times`;
}

function valueOf(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

function isChecked(event: Event): boolean {
  return (event.target as HTMLInputElement).checked;
}

const GROUPS: Readonly<Record<SandboxOutcome, string>> = {
  set: 'The PIN is set',
  rejected: 'The issuer refuses',
  denied: 'The token doesn’t do',
  'token-expired': 'The token doesn’t do',
  'rate-limited': 'The service is busy',
  unavailable: 'The service is busy',
  unconfirmed: 'Nobody knows',
  misconfigured: 'The page is wrong',
};

/** The cards under the names of what becomes of the PIN, in the order of the table. */
const CARD_GROUPS: readonly { readonly label: string; readonly cards: readonly SandboxCard[] }[] = [
  ...new Set(SANDBOX_CARDS.map(({ outcome }) => GROUPS[outcome])),
].map((label) => ({
  label,
  cards: SANDBOX_CARDS.filter(({ outcome }) => GROUPS[outcome] === label),
}));
