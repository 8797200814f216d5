/**
 * The box that says what a submit will do, and what the service holds now.
 */
import { html, type TemplateResult } from 'lit';
import type { CardState } from '../../../src/node/sandbox/cards.js';
import { expectedOutcome } from './expected-outcome.js';
import type { Scenario } from './scenario.js';

/** Renders the box. */
export function expectedOutcomeBox(
  scenario: Scenario,
  card: CardState | undefined,
): TemplateResult {
  const { sentences, outcome } = expectedOutcome(scenario);
  return html`<div class="expected-outcome" id="expected-outcome" data-outcome=${outcome ?? 'none'}>
    <p>${sentences.join(' ')}</p>
    <dl>
      <div>
        <dt>A submit ends as</dt>
        <dd><code>${outcome ?? 'aborted'}</code></dd>
      </div>
      <div>
        <dt>At the service</dt>
        <dd>${card === undefined ? '…' : describeState(card)}</dd>
      </div>
    </dl>
  </div>`;
}

function describeState({ pinSet, timesSet }: CardState): string {
  if (!pinSet) return 'no PIN yet';
  return timesSet === 1 ? 'PIN set once' : `PIN set ${timesSet} times`;
}
