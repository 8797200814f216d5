/** Collects the files for a static host: the page, its script and the element's script. */
import { cpSync } from 'node:fs';

cpSync('public', 'dist/client', { recursive: true });
cpSync('node_modules/set-card-pin/dist/cdn/set-card-pin.js', 'dist/client/set-card-pin.js');
