/**
 * Writes the code that a page needs for the scenario. Pure.
 */
import type { ServiceAddresses } from '../../server-calls/service-addresses.js';
import { DEFAULT_SCENARIO, type Scenario } from '../scenario/scenario.js';

/** Returns a page that loads the element with a script tag. */
export function snippetOf(
  scenario: Scenario,
  { endpoint, frame }: Pick<ServiceAddresses, 'endpoint' | 'frame'>,
  deniedPins: readonly string[],
): string {
  const { lang, token, answer } = scenario;
  const hasFirstToken = token !== 'none';
  const hasProvider = answer === 'provider';
  const answersEvent = answer === 'at-once' || answer === 'late';
  const language = lang === DEFAULT_SCENARIO.lang ? [] : [lang];
  const attributes = [
    `endpoint="${endpoint}"`,
    `card-id="${scenario.card}"`,
    ...attributesOf(scenario, frame),
  ];
  return [
    '<!-- dist/cdn/set-card-pin.js from the package, on your own server -->',
    '<script src="/set-card-pin.js"></script>',
    ...language.map((tag) => `<script src="/locales/${tag}.js"></script>`),
    '',
    '<set-card-pin',
    ...attributes.map((attribute) => `  ${attribute}`),
    '></set-card-pin>',
    '',
    '<script type="module">',
    `  const element = document.querySelector('set-card-pin');`,
    ...(hasFirstToken || hasProvider || answersEvent ? ['', FETCH_FUNCTION, ''] : []),
    ...(deniedPins.length > 0 ? [`  element.deniedPins = ['${deniedPins.join(`', '`)}'];`] : []),
    ...(hasProvider ? ['  element.getClientToken = fetchClientToken;'] : []),
    ...(answersEvent ? [ANSWER] : []),
    LISTENERS,
    // Comes last, because the listeners must be added even if the portal is down.
    ...(hasFirstToken ? ['  element.clientToken = await fetchClientToken();'] : []),
    '</script>',
  ].join('\n');
}

const FETCH_FUNCTION = `  // Your server requests the token with its API key.
  async function fetchClientToken() {
    const response = await fetch('/portal/client-token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ cardId: element.cardId }),
    });
    if (!response.ok) throw new Error(\`No client token: \${response.status}\`);
    return response.json(); // { value, expirationDate }
  }`;

const ANSWER = `  element.addEventListener('token-expired', (event) => {
    event.respondWith(fetchClientToken());
  });`;

const LISTENERS = `  element.addEventListener('pin-set', ({ card }) => {
    console.log(\`The PIN is set for the card ending \${card.last4}.\`);
  });
  element.addEventListener('pin-error', ({ outcome }) => {
    console.log(\`The submit ended as \${outcome.kind}.\`);
  });`;

/** Writes the settings that differ from the element's defaults. */
function attributesOf(scenario: Scenario, frame: string): string[] {
  const { mode, length, rules, appearance, lang } = scenario;
  return [
    mode === 'isolated' && `frame-src="${frame}"`,
    length !== DEFAULT_SCENARIO.length && `pin-length="${length}"`,
    rules !== DEFAULT_SCENARIO.rules && `pin-rules="${rules}"`,
    appearance !== DEFAULT_SCENARIO.appearance && `appearance="${appearance}"`,
    lang !== DEFAULT_SCENARIO.lang && `lang="${lang}"`,
    !scenario.confirm && 'no-confirm',
    scenario.steps && 'flow="steps"',
    scenario.autoSubmit && 'auto-submit',
    !scenario.idempotencyKey && 'no-idempotency-key',
    scenario.disabled && 'disabled',
  ].filter((attribute) => attribute !== false);
}
