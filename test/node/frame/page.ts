/** A stand-in for the built frame page, and a configuration. */
import type { FrameConfig } from '../../../src/isolated/page/config.js';
import { META_POLICY } from '../../../src/node/frame/headers.js';

export const CONFIG: FrameConfig = {
  parents: ['https://portal.example.com'],
  endpoints: ['https://api.example.com/graphql'],
};

/** Returns a document with a policy. */
export function documentWith(policy: string): string {
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">`;
}

/** The built files. The command copies any files but `index.html`, which has a policy. */
export const PAGE = {
  'index.html': documentWith(META_POLICY),
  'assets/page.js': 'void 0;\n',
  'page.css': 'p { margin: 0 }\n',
  'licences.md': 'MIT\n',
};
