import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PIN } from '../support/sandbox-client.js';
import { usePortal } from './portal-page.js';
import { findingsIn, testRecorders } from './recorders/recordings.js';
import { RECORDERS } from './recorders/table.js';

describe('a recorder', { concurrency: 4 }, () =>
  testRecorders(
    usePortal(),
    RECORDERS.filter(({ file }) => !file.startsWith('slow/')),
  ),
);

const keys = (digits: string) =>
  [...digits].map((digit) => `{"id":"7","key":"Digit${digit}"},{"id":"3","key":"${digit}"}`).join();

const TEXTS: readonly (readonly [text: string, findings: readonly string[]])[] = [
  [`{"text":"${PIN.slice(2, 10)}"}`, ['PIN']],
  [JSON.stringify(keys(PIN)), ['PIN']],
  [JSON.stringify({ body: `{"newPin":"${PIN}"}` }), ['request']],
  // Digits that agree by chance.
  [`{"time":17${PIN.slice(0, 7)}}`, []],
  [keys([...PIN].reverse().join('')), []],
];

it('finds a PIN that is recorded in part, key by key or in a request', () => {
  for (const [text, findings] of TEXTS) assert.deepEqual(findingsIn(text, 'token'), findings, text);
});
