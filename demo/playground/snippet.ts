/** The panel with the code for the scenario, to copy. */
import { html, type TemplateResult } from 'lit';
import type { ServiceAddresses } from '../server-calls/service-addresses.js';
import { DEFAULT_SCENARIO, type Scenario } from './scenario/scenario.js';
import { codeView } from './templates/controls.js';

/**
 * Renders the panel.
 *
 * @param copyStatus - The result of copying. Empty until the button is pressed.
 */
export function snippetPanel(code: string, copyStatus: string, onCopy: () => void): TemplateResult {
  return html`<div class="panel code-panel">
    <div class="panel-head">
      <h2 id="code-title">Use it in your page</h2>
      <span role="status">${copyStatus}</span>
      <button type="button" class="button" @click=${onCopy}>Copy</button>
    </div>
    <div class="scroller" tabindex="0" role="region" aria-labelledby="code-title">
      ${codeView(code)}
    </div>
  </div>`;
}

/** Writes the HTML that a page needs for the scenario. */
export function snippetOf(scenario: Scenario, { endpoint, frame }: ServiceAddresses): string {
  const { lang, card } = scenario;
  const language =
    lang === DEFAULT_SCENARIO.lang ? '' : `\n<script src="/locales/${lang}.js"></script>`;
  const settings = [`endpoint="${endpoint}"`, `card-id="${card}"`, ...attributes(scenario, frame)];
  return `<!-- dist/cdn/set-card-pin.js from the package, on your own server -->
<script src="/set-card-pin.js"></script>${language}

<set-card-pin
  ${settings.join('\n  ')}
></set-card-pin>

<script type="module">
  const element = document.querySelector('set-card-pin');

  // Your server requests the token with its API key.
  element.getClientToken = async ({ cardId, signal }) => {
    const response = await fetch('/portal/client-token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ cardId }),
      signal,
    });
    if (response.status === 401) return null; // signed out
    if (!response.ok) throw new Error(\`No client token: \${response.status}\`);
    return response.json(); // { value, expirationDate }
  };
  element.addEventListener('pin-set', ({ card }) => {
    console.log(\`The PIN is set for the card ending \${card.last4}.\`);
  });
  element.addEventListener('pin-error', ({ outcome }) => {
    console.log(\`The submit ended as \${outcome.kind}.\`);
  });
</script>`;
}

/** Writes the settings that differ from the element's defaults. */
function attributes(scenario: Scenario, frame: string): string[] {
  const { mode, length, rules, appearance, lang } = scenario;
  return [
    ...(mode === 'isolated' ? [`frame-src="${frame}"`] : []),
    ...(length === DEFAULT_SCENARIO.length ? [] : [`pin-length="${length}"`]),
    ...(rules === DEFAULT_SCENARIO.rules ? [] : [`pin-rules="${rules}"`]),
    ...(appearance === DEFAULT_SCENARIO.appearance ? [] : [`appearance="${appearance}"`]),
    ...(lang === DEFAULT_SCENARIO.lang ? [] : [`lang="${lang}"`]),
    ...(scenario.confirm ? [] : ['no-confirm']),
    ...(scenario.steps ? ['flow="steps"'] : []),
    ...(scenario.autoSubmit ? ['auto-submit'] : []),
    ...(scenario.idempotencyKey ? [] : ['idempotency-key="none"']),
    ...(scenario.disabled ? ['disabled'] : []),
  ];
}
