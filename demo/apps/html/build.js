/** Puts into one folder what a static host has to serve: the page with its script, and the element's. */
import { cpSync } from 'node:fs';

cpSync('public', 'dist/client', { recursive: true });
cpSync('node_modules/set-card-pin/dist/cdn/set-card-pin.js', 'dist/client/set-card-pin.js');
