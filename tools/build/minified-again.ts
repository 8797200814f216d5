import { minify } from 'terser';
import type { Plugin } from 'vite';

/** What stands before the program, and is no part of it: a byte order mark, and the comment with the licence. */
const BANNER = /^\uFEFF?(\/\*!.*?\*\/\n)?/s;

/** Minifies what the bundler has minified once more, with Terser, which finds what is left: 1 to 2 %. */
export function minifiedAgain(): Plugin {
  return {
    name: 'minified-again',
    // It takes seconds, and what is built into memory alone goes no further than this machine.
    apply: ({ build }, { command }) => command === 'build' && build?.write !== false,
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const map = bundle[`${chunk.fileName}.map`];
        if (map?.type !== 'asset') throw new Error(`${chunk.fileName} has no source map.`);
        const [banner] = BANNER.exec(chunk.code)!;
        // Its lines stay where they are, as the source map knows them.
        const lines = banner.replace(/[^\n]/g, '');
        const minified = await minify(lines + chunk.code.slice(banner.length), {
          compress: {
            ecma: 2022,
            passes: 3,
            keep_fargs: false,
            pure_getters: true,
            unsafe_arrows: true,
          },
          ecma: 2022,
          format: { ecma: 2022, preamble: banner.trimEnd() },
          toplevel: true,
          sourceMap: { content: String(map.source), url: `${chunk.fileName}.map` },
        });
        chunk.code = minified.code!;
        map.source = minified.map as string;
      }
    },
  };
}
