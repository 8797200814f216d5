/** Makes docs/evidence/leaks.md from the table of attacks in test/leaks. */
import { format, resolveConfig } from 'prettier';
import { RECORDERS, TABLE as RECORDER_TABLE, type Suite } from '../../leaks/recorders/table.js';
import { PLACEMENTS } from '../../leaks/placements.js';
import { OTHER_ENGINES, PLACED, TABLE, type Cells } from '../../leaks/table.js';

/** Path of the page from the top level. */
export const LEAKS_PAGE = 'docs/evidence/leaks.md';

const INTRODUCTION = `# What gets the PIN

Each row is an attack on the PIN by a script of the portal's page. A cardholder types a PIN,
reveals it, confirms it and submits it. The attack's script runs before the element's script
(“before”), or once the element is ready (“after”). **Yes** means that it gets the PIN or its
digits. **One digit** means that it gets the first digit, and then the element has emptied its
fields and told the cardholder and the page.

[test/leaks/attacks.test.ts](../../test/leaks/attacks.test.ts) tries the cells without **yes** in
Chromium, with the frame page on another origin. It fails if a result is worse than its cell here.
As a control it tries each attack on a naive component, which is written without protection: every
attack gets the PIN there.
[test/leaks/attacks-that-succeed.all.test.ts](../../test/leaks/attacks-that-succeed.all.test.ts)
tries the other cells. It fails if a result is better. \`npm run rules\` writes this page from
test/leaks/table.ts.

\`npm run attacks\` tries the same attacks and prints what each one got, inline and isolated. It
needs Chromium and about two minutes.

In isolated mode no script of the page runs where the PIN is typed. The last column says why an
attack gets the PIN inline, or why it doesn't.
`;

const OTHER_ENGINES_INTRODUCTION = `
## Firefox and WebKit, inline

[test/leaks/attacks-other-engines.all.test.ts](../../test/leaks/attacks-other-engines.all.test.ts) tries
attacks in Firefox ESR and in WebKitGTK too. It takes those that get nothing inline in Chromium once
the element is ready, and starts them at that moment, on the element and on the naive component.
They get nothing from the element there either, apart from the rows below, which are tried at both
moments.
`;

const PLACES_INTRODUCTION = `
## Places in a page, inline

Design systems put elements into shadow roots of their own, and a page can adopt an element into the
document of a same-origin frame. The same tests try these attacks in each of these places, with
listeners that are added once the element is there. As a control they try them on the naive
component: every attack gets the PIN in every place. They run in Chromium, and also in Firefox and
WebKit if the drivers can. Each recorder runs in all these places too, with its laxest settings.
`;

const namesIn = (suite: Suite) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(
    Object.values(RECORDERS)
      .filter((recorder) => recorder.suite === suite)
      .map(({ name }) => name),
  );

const RECORDERS_INTRODUCTION = `
## Recorders

Portals run recorders for session replay, analytics and errors.
[test/leaks/recorders/recordings.ts](../../test/leaks/recorders/recordings.ts) installs each before
the element, with its default settings and with its laxest ones, and searches for secrets in
everything that it sends. \`npm run test:all\` does so with ${namesIn('all')}, and
\`npm run test:slow\`, which runs before a release, with ${namesIn('slow')}. As a control it does the same with a naive form. Each cell lists the secrets that are found:
the PIN, its length, the request for the mutation, the header with the client token, the token in
the answer to a request of the page, and the token in the attribute.
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
  const recorders = RECORDER_TABLE.map(({ recorder, settings, naive, inline, isolated }) =>
    row(RECORDERS[recorder].name, settings, ...[naive, inline, isolated].map(listed)),
  );
  const page = [
    INTRODUCTION,
    headings,
    row(...'-------'),
    ...rows,
    PLACES_INTRODUCTION,
    row('Attack', ...PLACEMENTS.map(capitalized)),
    row('---', ...PLACEMENTS.map(() => '---')),
    ...PLACED.map(({ title }) => row(title, ...PLACEMENTS.map(() => 'no'))),
    OTHER_ENGINES_INTRODUCTION,
    row('Attack', 'Engine', 'Before', 'After', 'Why'),
    row(...'-----'),
    ...differences,
    RECORDERS_INTRODUCTION,
    row('Recorder', 'Settings', 'Naive form', 'Inline', 'Isolated'),
    row(...'-----'),
    ...recorders,
    '',
    ...Object.values(RECORDERS).map(({ name, laxest }) => `- ${name}, laxest: ${laxest}`),
  ].join('\n');
  return format(page, { ...(await resolveConfig(LEAKS_PAGE)), parser: 'markdown' });
}

function row(...columns: readonly string[]): string {
  return `| ${columns.join(' | ')} |`;
}

function listed(findings: readonly string[]): string {
  return findings.length === 0 ? 'nothing' : findings.join(', ');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function cells(expected: Cells): string[] {
  return expected.map((cell) => (cell === 'yes' ? '**yes**' : cell));
}
