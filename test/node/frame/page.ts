/** A stand-in for the built frame page, and a configuration. */
import type { FrameConfig } from '../../../src/isolated/config.js';
import { prepareFrame } from '../../../src/node/frame/frame-files.js';

export const CONFIG: FrameConfig = {
  parents: ['https://portal.example.com', 'https://cards.example.com:8443'],
  endpoints: [
    'https://api.example.com/graphql',
    'https://api.example.com/v2',
    'http://127.0.0.1:4400/graphql',
  ],
  fonts: [{ family: 'Brand Sans', file: 'brand.woff2', weight: '400 700' }],
};

/** Returns a document with a policy, a configuration and a script. */
export function documentWith(policy: string, config: string, script: string): string {
  return (
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    '<meta name="generator" content="set-card-pin 1.2.3">' +
    `<script id="config" type="application/json">${config}</script>` +
    `<script type="module">${script}</script>`
  );
}

/** The built files. The command copies all files except the document and its script. */
export const PAGE = {
  'index.html': documentWith('{policy}', '', ''),
  // `String.replace` would insert other text for `$&`.
  'frame.js': "void '$& ✓';\n",
  'licences.md': 'MIT\n',
};

export const FONT = Buffer.from('wOF2\xff', 'latin1');

export const FILES: ReadonlyMap<string, Buffer> = new Map([
  ...Object.entries(PAGE).map(([path, content]) => [path, Buffer.from(content)] as const),
  ['brand.woff2', FONT],
]);

export const PREPARED = prepareFrame(FILES, CONFIG);
