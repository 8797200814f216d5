/**
 * Scenario ↔ the URL's query, which holds all of it and leaves out what is as it was. Pure.
 */
import { SANDBOX_CARDS } from '../sandbox/cards.js';
import {
  ANSWERS,
  DEFAULT_SCENARIO,
  DIRECTIONS,
  LENGTHS,
  RULES,
  SNIPPETS,
  THEMES,
  TOKENS,
  WIDTHS,
  type Option,
  type Scenario,
} from './scenario.js';

type Name = keyof Scenario;

/** What each part of a scenario may be; its text in the URL is the value itself. */
const ALLOWED: { readonly [Part in Name]: readonly Scenario[Part][] } = {
  card: SANDBOX_CARDS.map(({ id }) => id),
  token: valuesOf(TOKENS),
  answer: valuesOf(ANSWERS),
  theme: valuesOf(THEMES),
  direction: valuesOf(DIRECTIONS),
  width: valuesOf(WIDTHS),
  length: LENGTHS,
  rules: valuesOf(RULES),
  idempotencyKey: [true, false],
  disabled: [true, false],
  snippet: valuesOf(SNIPPETS),
};

const NAMES = Object.keys(ALLOWED) as Name[];

/** Reads a query; whatever it doesn't name, or names wrongly, is as it was. */
export function readScenario(query: string): Scenario {
  const given = new URLSearchParams(query);
  const read = <Part extends Name>(name: Part): Scenario[Part] =>
    ALLOWED[name].find((value) => String(value) === given.get(name)) ?? DEFAULT_SCENARIO[name];
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as unknown as Scenario;
}

/** Writes a query that {@link readScenario} reads; empty where everything is as it was. */
export function writeScenario(scenario: Scenario): string {
  const query = new URLSearchParams(
    NAMES.filter((name) => scenario[name] !== DEFAULT_SCENARIO[name]).map((name) => [
      name,
      String(scenario[name]),
    ]),
  );
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function valuesOf<Value>(options: readonly Option<Value>[]): readonly Value[] {
  return options.map(({ value }) => value);
}
