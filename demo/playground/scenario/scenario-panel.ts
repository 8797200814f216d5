/**
 * The panel in which the scenario is chosen.
 */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  SANDBOX_CARDS,
  type CardState,
  type SandboxCard,
  type SandboxOutcome,
} from '../../../src/node/sandbox/cards.js';
import { LOOKS } from '../../looks/looks.js';
import { selectField, toggle } from '../templates/controls.js';
import { ANSWERS, cardOf, LENGTHS, RULES, type Scenario } from './scenario.js';

type Toggle = 'confirm' | 'steps' | 'autoSubmit' | 'idempotencyKey' | 'disabled';

/**
 * Renders the panel below its heading.
 *
 * @param card - The card's state at the service, once it is known.
 */
export function scenarioPanel(
  scenario: Scenario,
  card: CardState | undefined,
  onChange: (change: Partial<Scenario>) => void,
): TemplateResult {
  const option = (name: Toggle, label: string): TemplateResult =>
    toggle(label, scenario[name], (checked) => onChange({ [name]: checked }));

  return html`
    <fieldset class="group">
      <legend>Service</legend>
      ${cardField(scenario.card, (card) => onChange({ card }))} ${expectedOutcome(scenario, card)}
    </fieldset>

    <fieldset class="group">
      <legend>Look</legend>
      ${LOOKS.map(({ name, label, options }) =>
        selectField(name, label, options, scenario[name], (value) => onChange({ [name]: value })),
      )}
    </fieldset>

    <fieldset class="group">
      <legend>Element</legend>
      ${selectField('length', 'PIN length', LENGTHS, scenario.length, (length) => onChange({ length }))}
      ${selectField('rules', 'PIN rules', RULES, scenario.rules, (rules) => onChange({ rules }))}
      ${option('confirm', 'Ask for the PIN twice')} ${option('steps', 'One field at a time')}
      ${option('autoSubmit', 'Submit with the last digit')}
      ${option('idempotencyKey', 'Send an idempotency key')} ${option('disabled', 'Disabled')}
    </fieldset>

    <fieldset class="group">
      <legend>Client token</legend>
      ${selectField('answer', 'Answer', ANSWERS, scenario.answer, (answer) => onChange({ answer }))}
    </fieldset>
  `;
}

/** Renders the box that says what a submit will do, and what the service holds now. */
function expectedOutcome(scenario: Scenario, card: CardState | undefined): TemplateResult {
  const [text, outcome] = prediction(scenario);
  return html`<div class="expected-outcome" id="expected-outcome">
    <p>${text}</p>
    <dl>
      <div>
        <dt>A submit ends as</dt>
        <dd><code>${outcome}</code></dd>
      </div>
      <div>
        <dt>At the service</dt>
        <dd>${card === undefined ? '…' : describeState(card)}</dd>
      </div>
    </dl>
  </div>`;
}

/** Returns what a submit with a valid PIN does, and the kind of its outcome. */
function prediction(scenario: Scenario): readonly [text: string, outcome: string] {
  const { description, outcome, outcomeWithoutKey } = cardOf(scenario);
  if (scenario.disabled) return ['The element is disabled: nothing can be typed.', 'aborted'];
  if (scenario.answer === 'signed-out')
    return ['The page says that nobody is signed in. The element sends nothing.', 'token-expired'];
  if (scenario.answer === 'failure')
    return [
      'The page can’t get a client token, and the element keeps the PIN.',
      'token-unavailable',
    ];
  if (scenario.idempotencyKey || outcomeWithoutKey === undefined) return [description, outcome];
  return [
    `${description} Without an idempotency key, the element doesn’t retry. The cardholder decides.`,
    outcomeWithoutKey,
  ];
}

function describeState({ pinSet, timesSet }: CardState): string {
  if (!pinSet) return 'no PIN yet';
  return timesSet === 1 ? 'PIN set once' : `PIN set ${timesSet} times`;
}

/** Renders the sandbox's cards, grouped by what happens to the PIN. */
function cardField(chosen: string, onChange: (cardId: string) => void): TemplateResult {
  const handleChange = (event: Event): void => onChange((event.target as HTMLSelectElement).value);
  return html`<div class="field">
    <label for="card">Card</label>
    <select id="card" aria-describedby="expected-outcome" @change=${handleChange}>
      ${[...GROUPS].map(
        ([label, cards]) =>
          html`<optgroup label=${label}>
            ${cards.map(
              ({ id, title, last4 }) =>
                html`<option value=${id} .selected=${live(id === chosen)}>
                  ${last4 === null ? title : `${title} · ${last4}`}
                </option>`,
            )}
          </optgroup>`,
      )}
    </select>
  </div>`;
}

const GROUP_LABELS: Readonly<Record<SandboxOutcome, string>> = {
  set: 'The PIN is set',
  rejected: 'The issuer refuses the PIN',
  denied: 'The token isn’t accepted',
  'token-expired': 'The token isn’t accepted',
  'rate-limited': 'The service is busy',
  unconfirmed: 'The outcome is unknown',
  misconfigured: 'The page is misconfigured',
};

/** Groups and cards in the order of the sandbox's table. */
const GROUPS = new Map<string, SandboxCard[]>();
for (const card of SANDBOX_CARDS) {
  const label = GROUP_LABELS[card.outcome];
  GROUPS.set(label, [...(GROUPS.get(label) ?? []), card]);
}
