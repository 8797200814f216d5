/** Collects the files for a static host: the page, its script and the element's script. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';

const PACKAGE = 'node_modules/set-card-pin/dist';
const PAGE = 'dist/client/index.html';

cpSync('public', 'dist/client', { recursive: true });
cpSync(`${PACKAGE}/cdn/set-card-pin.js`, 'dist/client/set-card-pin.js');
// From the installed version, so that an update doesn't require a change to the page.
const hash = JSON.parse(readFileSync(`${PACKAGE}/integrity.json`, 'utf8'))['cdn/set-card-pin.js'];
writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace('{{integrity}}', hash));
