import { minifySync, type JsMinifyOptions } from '@swc/wasm';
import { minify } from 'terser';
import type { Plugin } from 'vite';
import { OWN_NAMES } from './own-names.js';

/** Start of a script, which Terser would remove: the byte order mark and the licence comment. */
const BANNER = /^\uFEFF?(\/\*!.*?\*\/\n)?/s;

/** Options that both minifiers have. */
const COMPRESS = {
  ecma: 2022,
  keep_fargs: false,
  pure_getters: true,
  unsafe_arrows: true,
} as const;

/** The members whose names Terser shortens. It never shortens a name that browsers use. */
const MEMBERS = new RegExp(`^(${OWN_NAMES.join('|')})$`);

/** Returns options of swc, whose type lacks the source map of the input. */
function swcOptions(content: string): JsMinifyOptions {
  return {
    compress: { ...COMPRESS, passes: 2, toplevel: true },
    // Terser shortens the names, because swc can't shorten those of members.
    mangle: false,
    sourceMap: { content } as unknown as boolean,
  };
}

/**
 * Minifies the bundler's minified output again, with swc and then with Terser. The two together
 * save 2 %: each finds what the other leaves. swc runs as WebAssembly, which needs no package for
 * each platform and makes the same bytes on all of them.
 */
export function minifiedAgain(): Plugin {
  return {
    name: 'minified-again',
    // Terser takes seconds, so skip it in builds that are not written to disk.
    apply: ({ build }, { command }) => command === 'build' && build?.write !== false,
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const map = bundle[`${chunk.fileName}.map`];
        if (map?.type !== 'asset') throw new Error(`${chunk.fileName} has no source map.`);
        const [banner] = BANNER.exec(chunk.code)!;
        // Keep the banner's line breaks, because the source map counts lines.
        const lineBreaks = banner.replace(/[^\n]/g, '');
        const once = minifySync(
          lineBreaks + chunk.code.slice(banner.length),
          swcOptions(String(map.source)),
        );
        const minified = await minify(once.code, {
          compress: { ...COMPRESS, passes: 3 },
          mangle: { properties: { regex: MEMBERS } },
          ecma: 2022,
          format: { ecma: 2022, preamble: banner.trimEnd() },
          toplevel: true,
          sourceMap: { content: once.map!, url: `${chunk.fileName}.map` },
        });
        chunk.code = minified.code!;
        map.source = minified.map as string;
      }
    },
  };
}
