/** A stand-in for the built frame page, and a configuration. */
import type { FrameConfig } from '../../../src/isolated/page/config.js';
import { prepareFrame } from '../../../src/node/frame/frame-files.js';

export const CONFIG: FrameConfig = {
  parents: ['https://portal.example.com'],
  endpoints: ['https://api.example.com/graphql'],
};

/** The hash of the script below, from `openssl dgst -sha384 -binary frame.js | openssl base64`. */
export const SCRIPT_HASH =
  'sha384-Rs8cuxMRwPpF7r/sRPQHn0jsfELmCyY4Oc6C/mkiINxVkUp632R9AEF+l3LYXfdn';

/** Returns a document with a policy, a configuration and a script. */
export function documentWith(policy: string, config: string, script: string): string {
  return (
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<script id="config" type="application/json">${config}</script>` +
    `<script type="module">${script}</script>`
  );
}

/** The built files. The command copies any files but the document and its script. */
export const PAGE = {
  'index.html': documentWith('{policy}', '', ''),
  // `String.replace` would insert other text for `$&`.
  'frame.js': "void '$& ✓';\n",
  'assets/page.js': 'void 0;\n',
  'page.css': 'p { margin: 0 }\n',
  'licences.md': 'MIT\n',
};

/** The built files, as the command reads them. */
export const BUILT: ReadonlyMap<string, Buffer> = new Map(
  Object.entries(PAGE).map(([path, content]) => [path, Buffer.from(content)]),
);

/** What the command makes of them. */
export const PREPARED = prepareFrame(BUILT, CONFIG);
