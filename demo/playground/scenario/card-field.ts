/**
 * The drop-down list of the sandbox's cards, grouped by what happens to the PIN.
 */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  SANDBOX_CARDS,
  type SandboxCard,
  type SandboxOutcome,
} from '../../../src/node/sandbox/cards.js';

/** Renders the list with its label. */
export function cardField(chosen: string, onChange: (cardId: string) => void): TemplateResult {
  const handleChange = (event: Event): void => onChange((event.target as HTMLSelectElement).value);
  return html`<div class="field">
    <label for="card">Card</label>
    <select id="card" aria-describedby="expected-outcome" @change=${handleChange}>
      ${GROUPS.map(
        ({ label, cards }) =>
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
const GROUPS: readonly { readonly label: string; readonly cards: readonly SandboxCard[] }[] = [
  ...new Set(SANDBOX_CARDS.map(({ outcome }) => GROUP_LABELS[outcome])),
].map((label) => ({
  label,
  cards: SANDBOX_CARDS.filter(({ outcome }) => GROUP_LABELS[outcome] === label),
}));
