/**
 * The panel in which the scenario is chosen.
 */
import { html, type TemplateResult } from 'lit';
import type { CardState } from '../../../src/node/sandbox/cards.js';
import { LANGUAGES } from '../../looks/languages.js';
import { APPEARANCES, DIRECTIONS, SCHEMES } from '../../looks/looks.js';
import { THEMES } from '../../looks/themes.js';
import type { Option } from '../../looks/query.js';
import { segmentField, selectField, toggle, type LabelledChoice } from '../templates/controls.js';
import { cardField } from './card-field.js';
import { expectedOutcomeBox } from './expected-outcome-box.js';
import { ANSWERS, LENGTHS, pinRules, RULES, type Scenario } from './scenario.js';

export interface ScenarioPanelView {
  readonly scenario: Scenario;
  /** The card's state at the service, once it is known. */
  readonly card: CardState | undefined;
  readonly deniedPins: readonly string[];
  readonly onChange: (change: Partial<Scenario>) => void;
  readonly onDeniedPins: (pins: readonly string[]) => void;
  readonly onExpireToken: () => void;
}

/** Renders the panel below its heading. */
export function scenarioPanel(view: ScenarioPanelView): TemplateResult {
  const { scenario, onChange } = view;

  const choice = <Part extends ChoicePart>(
    name: Part,
    label: string,
    options: readonly Option<Scenario[Part]>[],
    layout: 'row' | 'stack',
  ): LabelledChoice<Scenario[Part]> => ({
    name,
    label,
    options,
    layout,
    value: scenario[name],
    onChange: (value) => onChange({ [name]: value }),
  });

  const option = (name: TogglePart, label: string): TemplateResult =>
    toggle(label, scenario[name], (checked) => onChange({ [name]: checked }));

  return html`
    <fieldset class="group">
      <legend>Service</legend>
      ${cardField(scenario.card, (card) => onChange({ card }))}
      ${expectedOutcomeBox(scenario, view.card)}
    </fieldset>

    <fieldset class="group">
      <legend>Look</legend>
      ${segmentField(choice('theme', 'Theme', THEMES, 'stack'))}
      ${segmentField(choice('appearance', 'Appearance', APPEARANCES, 'row'))}
      ${segmentField(choice('scheme', 'Colours', SCHEMES, 'row'))}
      ${selectField(choice('lang', 'Language', LANGUAGES, 'row'))}
      ${segmentField(choice('dir', 'Direction', DIRECTIONS, 'row'))}
    </fieldset>

    <fieldset class="group">
      <legend>Element</legend>
      ${selectField(choice('length', 'PIN length', LENGTH_OPTIONS, 'row'))}
      ${ruleToggles(scenario.rules, onChange)} ${deniedPinsField(view)}
      ${option('confirm', 'Ask for the PIN twice')} ${option('steps', 'One field at a time')}
      ${option('autoSubmit', 'Submit with the last digit')}
      ${option('idempotencyKey', 'Send an idempotency key')} ${option('disabled', 'Disabled')}
    </fieldset>

    <fieldset class="group">
      <legend>Client token</legend>
      ${selectField(choice('answer', 'When the element needs one', ANSWERS, 'stack'))}
      <div>
        <button type="button" class="button" @click=${view.onExpireToken}>Expire the token</button>
      </div>
      <p class="note">
        It moves the service’s clock forward by 15 minutes, so the service refuses the token.
      </p>
    </fieldset>
  `;
}

type ChoicePart = 'answer' | 'length' | 'appearance' | 'lang' | 'theme' | 'scheme' | 'dir';

type TogglePart = 'confirm' | 'steps' | 'autoSubmit' | 'idempotencyKey' | 'disabled';

const LENGTH_OPTIONS = LENGTHS.map((value) => ({ value, label: `${value} digits` }));

function ruleToggles(rules: string, onChange: ScenarioPanelView['onChange']): TemplateResult {
  const active = RULES.map(({ value }) => value).filter((rule) => rules.split(' ').includes(rule));
  return html`<div class="field" role="group" aria-labelledby="rules-label">
    <span class="label" id="rules-label">PIN rules</span>
    <span class="toggles">
      ${RULES.map(({ value, label }) =>
        toggle(label, active.includes(value), (checked) =>
          onChange({
            rules: pinRules(checked ? [...active, value] : active.filter((rule) => rule !== value)),
          }),
        ),
      )}
    </span>
  </div>`;
}

/** Denied PINs aren't part of the scenario, because the URL holds it and is shared and logged. */
function deniedPinsField({ deniedPins, onDeniedPins }: ScenarioPanelView): TemplateResult {
  const handleChange = (event: Event): void => {
    const { value } = event.target as HTMLInputElement;
    onDeniedPins(value.split(/[\s,]+/).filter(Boolean));
  };
  return html`<div class="field">
    <label for="denied">Denied PINs</label>
    <input
      id="denied"
      type="text"
      inputmode="numeric"
      autocomplete="off"
      aria-describedby="denied-note"
      .value=${deniedPins.join(' ')}
      @change=${handleChange}
    />
    <p class="note" id="denied-note">
      For example a birth date. Separate PINs with spaces. They don’t go into the URL.
    </p>
  </div>`;
}
