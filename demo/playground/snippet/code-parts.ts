/**
 * Parts of the code that several kinds of page share.
 */
import { DEFAULT_SCENARIO, type Scenario } from '../scenario/scenario.js';
import type { ServiceAddresses } from '../../server-calls/service-addresses.js';

/** What the code depends on. */
export interface Page {
  readonly scenario: Scenario;
  readonly addresses: Pick<ServiceAddresses, 'endpoint' | 'frame'>;
  /** The refused PINs as an array literal, or `undefined` if there are none. */
  readonly deniedPins: string | undefined;
}

/** How a module writes the function that requests a client token. */
export interface TokenFunction {
  /** The expression for the card's id. */
  readonly cardId: string;
  /** `true` if the id is the function's parameter. */
  readonly isParameter?: boolean;
  /** `true` in TypeScript. */
  readonly isTyped?: boolean;
}

/** Returns whether the page ever provides a token. */
export function hasTokens(scenario: Scenario): boolean {
  return hasFirstToken(scenario) || hasProvider(scenario) || answersEvent(scenario);
}

/** Writes the import of the types, and nothing if none is used. */
export function typeImport(...names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`import type { ${names.join(', ')} } from 'set-card-pin';`];
}

/** Writes the function that requests a client token, if the page uses it. */
export function fetchFunction(
  scenario: Scenario,
  { cardId, isParameter, isTyped }: TokenFunction,
): string[] {
  if (!hasTokens(scenario)) return [];
  const parameter = isParameter ? cardId + (isTyped ? ': string' : '') : '';
  return [
    '// Your server requests the token with its API key.',
    `async function fetchClientToken(${parameter})${isTyped ? ': Promise<ClientToken>' : ''} {`,
    ...indented(1, fetchBody(cardId, isTyped)),
    '}',
  ];
}

/** Writes the body of the function that requests a client token. */
export function fetchBody(cardId: string, isTyped = false): string[] {
  const answer = isTyped ? '(await response.json()) as ClientToken' : 'response.json()';
  return [
    `const response = await fetch('/portal/client-token', {`,
    `  method: 'POST',`,
    `  headers: { 'Content-Type': 'application/json' },`,
    `  body: JSON.stringify({ cardId${cardId === 'cardId' ? '' : `: ${cardId}`} }),`,
    '});',
    'if (!response.ok) throw new Error(`No client token: ${response.status}`);',
    `return ${answer}; // { value, expirationDate }`,
  ];
}

/** Writes the code that loads the chosen language. English is always loaded. */
export function localeLines(
  { lang }: Scenario,
  load = (name: string) => `import 'set-card-pin/locales/${name}';`,
): string[] {
  return lang === DEFAULT_SCENARIO.lang ? [] : [load(lang)];
}

/** Returns whether the page provides a token before the element asks. */
export function hasFirstToken({ token }: Scenario): boolean {
  return token !== 'none';
}

export function hasProvider({ answer }: Scenario): boolean {
  return answer === 'provider';
}

export function answersEvent({ answer }: Scenario): boolean {
  return answer === 'at-once' || answer === 'late';
}

type Setting = string | number | true;

/** Writes the settings that differ from the element's defaults. */
export function properties(
  { scenario, addresses }: Page,
  write: (name: string, value: Setting) => string,
): string[] {
  const { mode, length, rules, appearance, lang, confirm, idempotencyKey, disabled } = scenario;
  return [
    ...(mode === 'isolated' ? [write('frameSrc', addresses.frame)] : []),
    ...(length === DEFAULT_SCENARIO.length ? [] : [write('pinLength', length)]),
    ...(rules === DEFAULT_SCENARIO.rules ? [] : [write('pinRules', rules)]),
    ...(appearance === DEFAULT_SCENARIO.appearance ? [] : [write('appearance', appearance)]),
    ...(lang === DEFAULT_SCENARIO.lang ? [] : [write('lang', lang)]),
    ...(confirm ? [] : [write('noConfirm', true)]),
    ...(scenario.steps ? [write('flow', 'steps')] : []),
    ...(scenario.autoSubmit ? [write('autoSubmit', true)] : []),
    ...(idempotencyKey ? [] : [write('noIdempotencyKey', true)]),
    ...(disabled ? [write('disabled', true)] : []),
  ];
}

/** Writes the same as attributes. */
export function attributes(page: Page): string[] {
  return properties(page, (name, value) => {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return value === true ? attribute : `${attribute}="${value}"`;
  });
}

export function indented(levels: number, code: readonly string[]): string[] {
  return code.map((line) => (line === '' ? '' : '  '.repeat(levels) + line));
}

/** Puts an empty line between blocks of code. Leaves out blocks without lines. */
export function blocks(...code: readonly (readonly string[])[]): string[] {
  return code
    .filter(({ length }) => length > 0)
    .flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}

export function lines(...code: readonly string[]): string {
  return code.join('\n');
}
