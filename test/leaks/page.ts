/** Makes docs/evidence/leaks.md from the tables of attacks and recorders. */
import { RECORDERS } from './recorders/table.js';
import { OTHER_ENGINES, TABLE, type Row } from './table.js';

export const LEAKS_PAGE = new URL('../../docs/evidence/leaks.md', import.meta.url);

const INTRODUCTION = `# What gets the PIN

Each row is an attack on the PIN by a script of the portal's page, while a cardholder types, reveals,
confirms and submits a PIN. **Yes**: the attack gets the PIN or its digits. **If first**: only if its
script runs before the element's. **One digit**: it gets the first digit, and then the element empties
its fields and tells the cardholder and the page. In isolated mode no page script runs where the PIN
is typed. The last column is about inline mode.

[test/leaks](../../test/leaks) tries each attack in Chromium, and fails if a result differs from its
cell. As a control it tries each one on a component without protection, where every attack gets the
PIN. \`npm run attacks\` writes this page and runs these tests. Other tests show that event listeners
which are added later get nothing in open and closed shadow roots, in a slot and in the document of a
frame. [What is not defended](../../SECURITY.md#what-is-not-defended) lists attacks that no component
can prevent, such as a fake form, and others that work inline.
`;

const OTHER_ENGINES_INTRODUCTION = `
## Firefox and WebKit, inline

Attacks that get nothing in Chromium once the element is ready are repeated in Firefox ESR and
WebKitGTK. They get nothing there either, except in these rows.
`;

const RECORDERS_INTRODUCTION = `
## Recorders

Portals run recorders for session replay, analytics and errors. Tests install each recorder first,
with its most permissive settings, and search its traffic for secrets: the PIN, the mutation request,
the client token header, the token in a response to the page, and the token in the attribute.
`;

const NAMES = { firefox: 'Firefox', webkit: 'WebKit' } as const;

/** Returns the page that belongs to the tables. */
export function leaksPage(): string {
  const attacks = TABLE.map(({ attack: { title, does }, inline, isolated, reason }) => [
    ...[title, does, result(inline), isolated, reason],
  ]);
  const differences = TABLE.flatMap(({ attack: { title }, ...engines }) =>
    OTHER_ENGINES.flatMap((engine) => {
      const { inline, reason } = engines[engine] ?? {};
      return inline && reason ? [[title, NAMES[engine], result(inline), reason]] : [];
    }),
  );
  const recorders = RECORDERS.map(({ name, records, naive, element }) => [
    ...[name, records, naive.join(', '), element.join(', ') || 'nothing'],
  ]);
  return [
    INTRODUCTION,
    ...table('Attack', 'What it does', 'Inline', 'Isolated', 'Why')(attacks),
    OTHER_ENGINES_INTRODUCTION,
    ...table('Attack', 'Engine', 'Result', 'Why')(differences),
    RECORDERS_INTRODUCTION,
    ...table('Recorder', 'Settings', 'Naive component', 'Element, both modes')(recorders),
    '',
  ].join('\n');
}

function table(...headings: readonly string[]) {
  return (rows: readonly (readonly string[])[]): readonly string[] =>
    [headings, headings.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
}

function result(inline: Row['inline'] | 'not tried'): string {
  return inline === 'yes' || inline === 'if first' ? `**${inline}**` : inline;
}
