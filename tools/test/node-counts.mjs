/**
 * A reporter of Node's runner that prints nothing, and sends the counts to `runners.ts`. Node loads
 * it without a loader for TypeScript.
 */
import { resolve } from 'node:path';

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
export default async function* countTests(events) {
  let passed = 0;
  let failed = 0;
  const brokenFiles = new Set();
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, nesting, file, skip, details } = data;
    const isFile = nesting === 0 && resolve(name) === file;
    if (details?.type !== 'suite' && skip === undefined && !isFile) {
      if (type === 'test:pass') passed++;
      else failed++;
    } else if (type === 'test:fail' && details?.error?.failureType !== 'subtestsFailed')
      brokenFiles.add(file);
  }
  process.send?.({ passed, failed: failed + brokenFiles.size });
}
