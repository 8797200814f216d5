/**
 * `npm run attacks`: writes docs/evidence/leaks.md, and tries the attacks of its table.
 * `npm run attacks -- keyup` tries only those with this word in their titles.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { LEAKS_PAGE, leaksPage } from './page.js';

writeFileSync(LEAKS_PAGE, leaksPage());
const pattern = process.argv
  .slice(2)
  .join(' ')
  .replaceAll(/[^\w\s]/g, '\\$&');
const files = ['attacks.test.ts', 'attacks.all.test.ts'].map((file) => `test/leaks/${file}`);
const options = ['--import', 'tsx', '--test', `--test-name-pattern=${pattern}`];
const { status } = spawnSync(process.execPath, [...options, ...files], { stdio: 'inherit' });
process.exitCode = status ?? 1;
