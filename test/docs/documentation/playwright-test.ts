/**
 * Stands for the package `@playwright/test` in the samples: as much of it as they use, without its runner, its workers and their seconds.
 */
import assert from 'node:assert/strict';
import type { APIRequestContext, Page } from 'playwright-core';

interface Fixtures {
  readonly page: Page;
  readonly request: APIRequestContext;
}

type Step = (fixtures: Fixtures) => Promise<void>;

const steps: Step[] = [];
const tests = new Map<string, Step>();

export function test(name: string, step: Step): void {
  tests.set(name, step);
}

test.beforeEach = (step: Step): void => {
  steps.push(step);
};

export function expect(actual: unknown) {
  return { toEqual: (expected: unknown) => assert.deepEqual(actual, expected) };
}

expect.poll = (read: () => Promise<readonly unknown[]>) => ({
  toContain: async (expected: unknown) => {
    while (!(await read()).includes(expected));
  },
});

/** Runs the tests that have been told since the last time. */
export async function runTests(open: () => Promise<Fixtures>): Promise<void> {
  assert.ok(tests.size > 0, 'There is no test.');
  for (const [name, step] of tests) {
    const fixtures = await open();
    try {
      for (const first of steps) await first(fixtures);
      await step(fixtures);
    } catch (error) {
      throw new Error(name, { cause: error });
    }
    await fixtures.page.close();
  }
  tests.clear();
  steps.length = 0;
}
