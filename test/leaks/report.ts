/**
 * `npm run attacks`: writes docs/evidence/leaks.md, and tries the attacks of its table.
 * `npm run attacks -- keyup` tries only those with this word in their titles.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { LEAKS_PAGE, leaksPage } from './page.js';
import { TABLE } from './table.js';

const word = process.argv.slice(2).join(' ');
if (!TABLE.some(({ attack }) => attack.title.includes(word))) {
  console.error(`No attack has "${word}" in its title.`);
  process.exit(1);
}
writeFileSync(LEAKS_PAGE, leaksPage());
const files = ['attacks.test.ts', 'attacks.all.test.ts'].map((file) => `test/leaks/${file}`);
const { status } = spawnSync(process.execPath, ['--import', 'tsx', '--test', ...files], {
  stdio: 'inherit',
  env: { ...process.env, ATTACKS: word },
});
process.exitCode = status ?? 1;
