/** The pages of the site's documentation: which files of the project they are, and their order. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../project.js';

/** A group of the sidebar. Paths are from the top level of the project. */
interface Group {
  readonly text: string;
  readonly pages: readonly string[];
}

const GROUPS: readonly Group[] = [
  {
    text: 'Start',
    pages: [
      'README.md',
      'docs/start.md',
      'docs/script-tag.md',
      'docs/react.md',
      'docs/next.md',
      'docs/vue.md',
      'docs/moving.md',
    ],
  },
  {
    text: 'Your server and your page',
    pages: [
      'docs/server.md',
      'docs/server-languages.md',
      'docs/token-refresh.md',
      'docs/errors.md',
      'docs/isolated-mode.md',
      'docs/pin-rules.md',
    ],
  },
  {
    text: 'Recipes',
    pages: [
      'docs/recipes/step-up.md',
      'docs/recipes/web-views.md',
      'docs/recipes/micro-frontends.md',
      'docs/recipes/telemetry.md',
      'docs/recipes/rollout.md',
      'docs/not-offered.md',
    ],
  },
  {
    text: 'Looks and languages',
    pages: ['docs/entry.md', 'docs/theming.md', 'docs/accessibility.md', 'docs/languages.md'],
  },
  {
    text: 'Tests and tools',
    pages: ['docs/testing.md', 'src/node/sandbox/README.md', 'docs/doctor.md'],
  },
  { text: 'Reference', pages: ['docs/reference.md', 'CHANGELOG.md'] },
  {
    text: 'Security and evidence',
    pages: [
      'SECURITY.md',
      'docs/evidence/leaks.md',
      'docs/evidence/transport.md',
      'docs/evidence/benchmark.md',
    ],
  },
  {
    text: 'The project',
    pages: ['CONTRIBUTING.md', 'demo/README.md', 'demo/portal/README.md'],
  },
];

/** Returns the groups of the sidebar. Pages of `docs` that no group names are in the last one. */
export function groups(): readonly Group[] {
  const named = new Set(GROUPS.flatMap(({ pages }) => pages));
  const others = readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !named.has(path))
    .sort();
  return others.length === 0 ? GROUPS : [...GROUPS, { text: 'More', pages: others }];
}

/** Returns the path of a page in the site, without an extension. */
export function sitePathOf(page: string): string {
  if (page === 'README.md') return 'index';
  return page
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '')
    .replace(/\.md$/, '')
    .replace(/^src\/node\//, '')
    .toLowerCase();
}
