/**
 * Converts the scenario to the URL's query and back. Pure.
 */
import { ALLOWED_LOOKS } from '../../looks/looks.js';
import { readQuery, valuesOf, writeQuery, type Allowed } from '../../looks/query.js';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import { ANSWERS, DEFAULT_SCENARIO, LENGTHS, MODES, RULE_SETS, type Scenario } from './scenario.js';

const ALLOWED: Allowed<Scenario> = {
  ...ALLOWED_LOOKS,
  card: SANDBOX_CARDS.map(({ id }) => id),
  mode: valuesOf(MODES),
  answer: valuesOf(ANSWERS),
  length: LENGTHS,
  rules: RULE_SETS,
  confirm: [true, false],
  steps: [true, false],
  autoSubmit: [true, false],
  idempotencyKey: [true, false],
  disabled: [true, false],
};

/** Reads a scenario from a query. A missing or unknown value becomes the default. */
export function readScenario(query: string): Scenario {
  return readQuery(query, ALLOWED, DEFAULT_SCENARIO);
}

/** Writes a query that {@link readScenario} can read. It is empty for the default scenario. */
export function writeScenario(scenario: Scenario): string {
  return writeQuery(scenario, DEFAULT_SCENARIO);
}
