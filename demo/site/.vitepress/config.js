/**
 * Settings of VitePress. `npm run site` sets the environment variables: the folders that it reads
 * and writes, and the path that the site is published at.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import highlighter from 'highlight.js';

const { SITE_PAGES: srcDir = '', SITE_OUT: outDir = '', SITE_BASE: base = '/' } = process.env;

/** Returns the anchor of a heading as GitHub makes it, because the pages' links use these. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** Names of languages that the highlighter doesn't know. */
const ALIASES = { tsx: 'ts', vue: 'html' };

/**
 * Returns the markup of a sample. VitePress would use Shiki, which takes three times as long as all
 * the rest of the build. `v-pre`: the braces of a sample are not a template's.
 */
function highlight(code, language) {
  const name = ALIASES[language] ?? language;
  const { value } = highlighter.highlight(code, {
    language: highlighter.getLanguage(name) === undefined ? 'plaintext' : name,
  });
  return `<pre tabindex="0" v-pre><code>${value}</code></pre>`;
}

/** Makes the empty corner of a table a cell: as a heading it would be announced without a name. */
function withoutEmptyHeadings({ tokens }) {
  tokens.forEach(({ type, content }, index) => {
    if (type !== 'inline' || content !== '' || tokens[index - 1]?.type !== 'th_open') return;
    tokens[index - 1].tag = 'td';
    tokens[index + 1].tag = 'td';
  });
}

export default {
  title: 'set-card-pin',
  description: 'The web component with which a cardholder sets the PIN of a payment card.',
  lang: 'en',
  base,
  srcDir,
  outDir,
  cacheDir: join(srcDir, '..', 'cache'),
  head: [
    ['link', { rel: 'stylesheet', href: `${base}site.css` }],
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }],
  ],
  markdown: {
    anchor: { slugify },
    highlight,
    config: (markdown) => {
      markdown.core.ruler.push('corners', withoutEmptyHeadings);
      // The braces of code are not a template's.
      const { escapeHtml } = markdown.utils;
      markdown.renderer.rules.code_inline = (tokens, index) =>
        `<code v-pre>${escapeHtml(tokens[index].content)}</code>`;
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'set-card-pin' } } },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Reference', link: '/reference' },
      // Without a target the generator would look for these among its own pages.
      { text: 'Playground', link: '/playground/', target: '_self' },
      { text: 'Stories', link: '/stories/', target: '_self' },
    ],
    sidebar: JSON.parse(readFileSync(join(srcDir, 'sidebar.json'), 'utf8')),
    outline: [2, 3],
    search: { provider: 'local' },
  },
};
