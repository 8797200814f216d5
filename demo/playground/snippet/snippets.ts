/**
 * Writes the code that a page needs for the scenario. Pure.
 */
import { DEFAULT_SCENARIO, type Scenario } from '../scenario/scenario.js';
import type { ServiceAddresses } from '../../server-calls/service-addresses.js';

type Addresses = Pick<ServiceAddresses, 'endpoint' | 'frame'>;

/** Writes the code for the chosen kind of page. */
export function snippetOf(
  scenario: Scenario,
  addresses: Addresses,
  deniedPins: readonly string[],
): string {
  const denied = deniedPins.length === 0 ? undefined : `['${deniedPins.join(`', '`)}']`;
  switch (scenario.snippet) {
    case 'html':
      return htmlSnippet(scenario, addresses, denied);
    case 'react':
      return reactSnippet(scenario, addresses, denied);
    case 'vue':
      return vueSnippet(scenario, addresses, denied);
  }
}

function htmlSnippet(scenario: Scenario, addresses: Addresses, denied: string | undefined): string {
  return lines(
    '<!-- dist/cdn/set-card-pin.js from the package, on your own server -->',
    '<script src="/set-card-pin.js"></script>',
    ...localeLines(scenario, (lang) => `<script src="/locales/${lang}.js"></script>`),
    '',
    '<set-card-pin',
    ...indented(1, [
      `endpoint="${addresses.endpoint}"`,
      `card-id="${scenario.card}"`,
      ...attributes(scenario, addresses),
    ]),
    '></set-card-pin>',
    '',
    '<script type="module">',
    ...indented(1, [
      `const element = document.querySelector('set-card-pin');`,
      '',
      ...fetchFunction('element.cardId'),
      '',
      ...(denied === undefined ? [] : [`element.deniedPins = ${denied};`]),
      ...(hasProvider(scenario) ? ['element.getClientToken = fetchClientToken;'] : []),
      ...(answersEvent(scenario)
        ? [
            `element.addEventListener('token-expired', (event) => {`,
            '  event.respondWith(fetchClientToken());',
            '});',
          ]
        : []),
      `element.addEventListener('pin-set', ({ card }) => {`,
      '  console.log(`The PIN is set for the card ending ${card.last4}.`);',
      '});',
      `element.addEventListener('pin-error', ({ outcome }) => {`,
      '  console.log(`The submit ended as ${outcome.kind}.`);',
      '});',
      // Comes last, because the listeners must be added even if the portal is down.
      ...(hasFirstToken(scenario) ? ['element.clientToken = await fetchClientToken();'] : []),
    ]),
    '</script>',
  );
}

function reactSnippet(
  scenario: Scenario,
  addresses: Addresses,
  denied: string | undefined,
): string {
  return lines(
    '// React 18 or 19',
    ...(hasFirstToken(scenario) ? [`import { useEffect, useState } from 'react';`] : []),
    `import { SetCardPin } from 'set-card-pin/react';`,
    ...localeLines(scenario, (lang) => `import 'set-card-pin/locales/${lang}';`),
    '',
    ...fetchFunction('cardId', 'cardId'),
    '',
    'export function ChoosePin({ cardId, onDone }) {',
    ...indented(1, [
      ...(hasFirstToken(scenario)
        ? [
            'const [clientToken, setClientToken] = useState();',
            'useEffect(() => {',
            '  fetchClientToken(cardId).then(setClientToken);',
            '}, [cardId]);',
            '',
          ]
        : []),
      'return (',
      '  <SetCardPin',
      ...indented(2, [
        `endpoint="${addresses.endpoint}"`,
        'cardId={cardId}',
        ...(hasFirstToken(scenario) ? ['clientToken={clientToken}'] : []),
        ...(hasProvider(scenario) ? ['getClientToken={() => fetchClientToken(cardId)}'] : []),
        ...properties(scenario, addresses, (name, value) =>
          value === true
            ? name
            : typeof value === 'string'
              ? `${name}="${value}"`
              : `${name}={${value}}`,
        ),
        ...(denied === undefined ? [] : [`deniedPins={${denied}}`]),
        ...(answersEvent(scenario)
          ? ['onTokenExpired={(event) => event.respondWith(fetchClientToken(cardId))}']
          : []),
        'onPinSet={({ card }) => onDone(card.last4)}',
      ]),
      '  />',
      ');',
    ]),
    '}',
  );
}

function vueSnippet(scenario: Scenario, addresses: Addresses, denied: string | undefined): string {
  return lines(
    "<!-- Vue 3, with compilerOptions.isCustomElement: (tag) => tag === 'set-card-pin' -->",
    '<script setup>',
    ...(hasFirstToken(scenario) ? [`import { ref } from 'vue';`] : []),
    `import 'set-card-pin';`,
    ...localeLines(scenario, (lang) => `import 'set-card-pin/locales/${lang}';`),
    '',
    `const props = defineProps(['cardId']);`,
    `const emit = defineEmits(['done']);`,
    '',
    ...fetchFunction('props.cardId'),
    ...(hasFirstToken(scenario)
      ? [
          '',
          'const clientToken = ref();',
          'fetchClientToken().then((token) => (clientToken.value = token));',
        ]
      : []),
    '</script>',
    '',
    '<template>',
    '  <set-card-pin',
    ...indented(2, [
      `endpoint="${addresses.endpoint}"`,
      ':card-id="cardId"',
      ...(hasFirstToken(scenario) ? [':client-token.prop="clientToken"'] : []),
      ...(hasProvider(scenario) ? [':get-client-token.prop="fetchClientToken"'] : []),
      ...(denied === undefined ? [] : [`:denied-pins.prop="${denied}"`]),
      ...attributes(scenario, addresses),
      ...(answersEvent(scenario)
        ? ['@token-expired="(event) => event.respondWith(fetchClientToken())"']
        : []),
      `@pin-set="({ card }) => emit('done', card.last4)"`,
    ]),
    '  />',
    '</template>',
  );
}

function fetchFunction(cardId: string, parameter = ''): string[] {
  return [
    '// Your server requests the token with its API key.',
    `async function fetchClientToken(${parameter}) {`,
    `  const response = await fetch('/portal/client-token', {`,
    `    method: 'POST',`,
    `    headers: { 'Content-Type': 'application/json' },`,
    `    body: JSON.stringify({ cardId${cardId === 'cardId' ? '' : `: ${cardId}`} }),`,
    '  });',
    '  if (!response.ok) throw new Error(`No client token: ${response.status}`);',
    '  return response.json(); // { value, expirationDate }',
    '}',
  ];
}

/** Writes the code that loads the chosen language. English is always loaded. */
function localeLines({ lang }: Scenario, load: (lang: string) => string): string[] {
  return lang === DEFAULT_SCENARIO.lang ? [] : [load(lang)];
}

/** Returns whether the page provides a token before the element asks. */
function hasFirstToken({ token }: Scenario): boolean {
  return token !== 'none';
}

function hasProvider({ answer }: Scenario): boolean {
  return answer === 'provider';
}

function answersEvent({ answer }: Scenario): boolean {
  return answer === 'at-once' || answer === 'late';
}

type Setting = string | number | true;

/** Writes the settings that differ from the element's defaults. */
function properties(
  scenario: Scenario,
  { frame }: Addresses,
  write: (name: string, value: Setting) => string,
): string[] {
  const { mode, length, rules, appearance, lang, confirm, idempotencyKey, disabled } = scenario;
  return [
    ...(mode === 'isolated' ? [write('frameSrc', frame)] : []),
    ...(length === DEFAULT_SCENARIO.length ? [] : [write('pinLength', length)]),
    ...(rules === DEFAULT_SCENARIO.rules ? [] : [write('pinRules', rules)]),
    ...(appearance === DEFAULT_SCENARIO.appearance ? [] : [write('appearance', appearance)]),
    ...(lang === DEFAULT_SCENARIO.lang ? [] : [write('lang', lang)]),
    ...(confirm ? [] : [write('noConfirm', true)]),
    ...(scenario.steps ? [write('flow', 'steps')] : []),
    ...(scenario.autoSubmit ? [write('autoSubmit', true)] : []),
    ...(scenario.haptics ? [write('haptics', true)] : []),
    ...(idempotencyKey ? [] : [write('noIdempotencyKey', true)]),
    ...(disabled ? [write('disabled', true)] : []),
  ];
}

function attributes(scenario: Scenario, addresses: Addresses): string[] {
  return properties(scenario, addresses, (name, value) => {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return value === true ? attribute : `${attribute}="${value}"`;
  });
}

function indented(levels: number, code: readonly string[]): string[] {
  return code.map((line) => (line === '' ? '' : '  '.repeat(levels) + line));
}

function lines(...code: readonly string[]): string {
  return code.join('\n');
}
