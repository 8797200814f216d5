/** Makes docs/leaks.md from the table of attacks in test/leaks. */
import { format, resolveConfig } from 'prettier';
import { OTHER_ENGINES, TABLE, type Cells } from '../../leaks/table.js';

/** Path of the page from the top level. */
export const LEAKS_PAGE = 'docs/leaks.md';

const INTRODUCTION = `# What gets the PIN

Each row is an attack on the PIN by a script of the portal's page. A cardholder types a PIN,
reveals it, confirms it and submits it. The attack's script runs before the element's script
(“before”), or once the element is ready (“after”). **Yes** means that it gets the PIN or its
digits.

[test/leaks/attacks.test.ts](../test/leaks/attacks.test.ts) tries every cell in Chromium, with the
frame page on another origin. It fails if a result is worse than its cell here, and also if it is
better. As a control it tries each attack on a naive component, which is written without protection:
every attack gets the PIN there. \`npm run rules\` writes this page from test/leaks/table.ts.

In isolated mode no script of the page runs where the PIN is typed. The last column says why an
attack gets the PIN inline, or why it doesn't.
`;

const OTHER_ENGINES_INTRODUCTION = `
## Firefox and WebKit, inline

[test/leaks/attacks-other-engines.test.ts](../test/leaks/attacks-other-engines.test.ts) tries
attacks in Firefox ESR and in WebKitGTK too. It takes those that get nothing inline in Chromium once
the element is ready, and starts them at that moment, on the element and on the naive component.
They get nothing from the element there either, apart from the rows below, which are tried at both
moments.
`;

const NAMES = { firefox: 'Firefox', webkit: 'WebKit' } as const;

/** Returns the page that belongs to the table. */
export async function leaksPage(): Promise<string> {
  const rows = TABLE.map(({ attack: { title, does }, inline, isolated, reason }) =>
    row(title, does, ...cells(inline), ...cells(isolated), reason),
  );
  const headings = row(
    'Attack',
    'What it does',
    'Inline, before',
    'Inline, after',
    'Isolated, before',
    'Isolated, after',
    'Why',
  );
  const differences = TABLE.flatMap(({ attack: { title }, ...engines }) =>
    OTHER_ENGINES.flatMap((engine) => {
      const { inline, reason } = engines[engine] ?? {};
      if (inline === undefined || reason === undefined) return [];
      const both = inline === 'not tried' ? [inline, inline] : cells(inline);
      return row(title, NAMES[engine], ...both, reason);
    }),
  );
  const page = [
    INTRODUCTION,
    headings,
    row(...'-------'),
    ...rows,
    OTHER_ENGINES_INTRODUCTION,
    row('Attack', 'Engine', 'Before', 'After', 'Why'),
    row(...'-----'),
    ...differences,
  ].join('\n');
  return format(page, { ...(await resolveConfig(LEAKS_PAGE)), parser: 'markdown' });
}

function row(...columns: readonly string[]): string {
  return `| ${columns.join(' | ')} |`;
}

function cells(expected: Cells): string[] {
  return expected.map((cell) => (cell === 'yes' ? '**yes**' : 'no'));
}
