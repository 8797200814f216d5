/** Builds the playground and the stories for the site, with the sandbox in the page. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';
import { PROJECT } from '../project.js';

/** The pages of the project, and where they are in the site. */
const PAGES = [
  ['index.html', 'playground/index.html'],
  ['demo/stories/index.html', 'stories/index.html'],
] as const;

const STAND_IN = 'stand-in.js';

const SHARED = {
  root: PROJECT,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
} satisfies InlineConfig;

/** The folder of their scripts and styles. */
const ASSETS = 'demo-assets';

/**
 * Builds the pages into a folder that may have other files.
 *
 * @param built - A folder for files in between.
 * @param base - The path that the folder is published at.
 */
export async function buildDemos(folder: string, built: string, base: string): Promise<void> {
  await build({
    ...SHARED,
    base,
    plugins: [forSite(base)],
    build: {
      outDir: built,
      assetsDir: ASSETS,
      assetsInlineLimit: 0,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: PAGES.map(([page]) => join(PROJECT, page)) },
    },
  });
  cpSync(join(built, ASSETS), join(folder, ASSETS), { recursive: true });
  for (const [page, published] of PAGES) cpSync(join(built, page), join(folder, published));
  await buildStandIn(folder);
}

/** Builds the script that has to run before all modules: a classic one. */
async function buildStandIn(folder: string): Promise<void> {
  const standIn = (file: string): string =>
    fileURLToPath(new URL(`../../demo/site/stand-in/${file}.ts`, import.meta.url));
  await build({
    ...SHARED,
    resolve: {
      alias: { 'node:crypto': standIn('node-crypto'), 'node:http': standIn('node-http') },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: standIn('stand-in'),
        formats: ['iife'],
        name: 'unused',
        fileName: () => STAND_IN,
      },
      rolldownOptions: {
        output: { minify: true },
        transform: { inject: { Buffer: [standIn('node-buffer'), 'Buffer'] } },
      },
    },
  });
}

/** Changes the links of the pages, and adds the stand-in to them. */
function forSite(base: string): Plugin {
  return {
    name: 'for-site',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: html
          .replace(
            '<a href="/stories">See every state</a>',
            `<a href="${base}stories/">See every state</a> ·
          <a href="${base}">Read the documentation</a>`,
          )
          .replace('data-playground="/"', `data-playground="${base}playground/"`),
        tags: [{ tag: 'script', attrs: { src: base + STAND_IN }, injectTo: 'head-prepend' }],
      }),
    },
  };
}
