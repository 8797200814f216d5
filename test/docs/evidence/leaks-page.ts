/** docs/leaks.md: what each attack of test/leaks gets, as the table there has it. */
import { format, resolveConfig } from 'prettier';
import { ELSEWHERE, TABLE, type Cells } from '../../leaks/table.js';

/** Where the page is, from the top level. */
export const LEAKS_PAGE = 'docs/leaks.md';

const INTRODUCTION = `# What gets the PIN

Each row is an attack on the PIN by a script of the portal's page, with a cardholder who types a PIN, shows it, confirms it and sends
it. Its script runs before the element's (“first”) or once the element is ready (“then”). **Yes**: it has the PIN, or its digits.

[test/leaks/attacks.test.ts](../test/leaks/attacks.test.ts) tries every cell in Chromium, with the frame page on another origin, and
fails where one is worse than here, and where one is better too. It tries each attack on a component that was written without a
thought for it as well, and there each gets the PIN. \`npm run rules\` writes this page; change test/leaks/table.ts.

In isolated mode no script of the page is where the PIN is typed; the last column says why an attack gets it inline, or does not.
`;

const ELSEWHERE_INTRODUCTION = `
## In Firefox and WebKit, inline

[test/leaks/attacks-elsewhere.test.ts](../test/leaks/attacks-elsewhere.test.ts) tries in Firefox ESR and in WebKitGTK, inline, what gets
nothing in Chromium once the element is ready, on the component without a thought too. Of these, what is not below gets nothing there
either; a row below is tried at both moments.
`;

const NAMES = { firefox: 'Firefox', webkit: 'WebKit' } as const;

/** The page as it has to be. */
export async function leaksPage(): Promise<string> {
  const rows = TABLE.map(({ attack: { title, does }, inline, isolated, because }) =>
    row(title, does, ...cells(inline), ...cells(isolated), because),
  );
  const heads = row(
    'Attack',
    'What it does',
    'Inline, first',
    'Inline, then',
    'Isolated, first',
    'Isolated, then',
    'Why',
  );
  const elsewhere = TABLE.flatMap(({ attack: { title }, ...others }) =>
    ELSEWHERE.flatMap((engine) => {
      const { inline, because } = others[engine] ?? {};
      if (inline === undefined || because === undefined) return [];
      const both = inline === 'not tried' ? [inline, inline] : cells(inline);
      return row(title, NAMES[engine], ...both, because);
    }),
  );
  const page = [
    INTRODUCTION,
    heads,
    row(...'-------'),
    ...rows,
    ELSEWHERE_INTRODUCTION,
    row('Attack', 'Engine', 'First', 'Then', 'Why'),
    row(...'-----'),
    ...elsewhere,
  ].join('\n');
  return format(page, { ...(await resolveConfig(LEAKS_PAGE)), parser: 'markdown' });
}

function row(...columns: readonly string[]): string {
  return `| ${columns.join(' | ')} |`;
}

function cells(expected: Cells): string[] {
  return expected.map((cell) => (cell === 'yes' ? '**yes**' : 'no'));
}
