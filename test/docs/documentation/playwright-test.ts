/**
 * Replaces the package `@playwright/test` in samples. Has only the parts that they use, and no
 * runner.
 */
import assert from 'node:assert/strict';
import type { APIRequestContext, Page } from 'playwright-core';
import { until } from '../../support/until.js';

interface Fixtures {
  readonly page: Page;
  readonly request: APIRequestContext;
}

type Step = (fixtures: Fixtures) => Promise<void>;

const firstSteps: Step[] = [];
const tests: Step[] = [];

export const test = Object.assign((_name: string, step: Step) => void tests.push(step), {
  beforeEach: (step: Step) => void firstSteps.push(step),
});

export function expect(actual: unknown) {
  return { toEqual: (expected: unknown) => assert.deepEqual(actual, expected) };
}

expect.poll = (read: () => Promise<readonly unknown[]>) => ({
  toContain: async (expected: unknown) => {
    await until(`${String(expected)} is there`, async () => (await read()).includes(expected));
  },
});

/** Runs the tests that were registered. */
export async function runTests(open: () => Promise<Fixtures>): Promise<void> {
  assert.ok(tests.length > 0, 'The sample registers no test.');
  for (const step of tests) {
    const fixtures = await open();
    for (const each of [...firstSteps, step]) await each(fixtures);
    await fixtures.page.close();
  }
}
