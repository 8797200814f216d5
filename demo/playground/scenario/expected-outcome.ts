/**
 * The box that says what a submit will do, and what the service holds now.
 */
import { html, type TemplateResult } from 'lit';
import type { CardState } from '../../../src/node/sandbox/cards.js';
import { cardOf, type Scenario } from './scenario.js';

/** Renders the box. */
export function expectedOutcome(scenario: Scenario, card: CardState | undefined): TemplateResult {
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
