/** `npm run attacks`: updates docs/evidence/leaks.md, and tries the scripts of its table. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { LEAKS_PAGE, withRows } from './page.js';

writeFileSync(LEAKS_PAGE, withRows(readFileSync(LEAKS_PAGE, 'utf8')));
const files = ['leaks.test.ts', 'attacks.all.test.ts'].map((file) => `test/leaks/${file}`);
const options = ['--import', 'tsx', '--test', '--test-reporter=spec'];
const { status } = spawnSync(process.execPath, [...options, ...files], { stdio: 'inherit' });
process.exitCode = status ?? 1;
