/** Makes docs/evidence/leaks.md from the tables of attacks and recorders. */
import { RECORDERS } from './recorders/table.js';
import { TABLE } from './table.js';

export const LEAKS_PAGE = new URL('../../docs/evidence/leaks.md', import.meta.url);

const INTRODUCTION = `# What records the PIN

Tests run real recorders, and scripts that do what recorders do, while a cardholder types, reveals,
copies, pastes and submits a PIN. As a control, each test also runs on a component without
protection, where every recorder and every script gets the PIN. \`npm run attacks\` writes this page
and runs the scripts; \`npm test -- recorders\` runs the recorders.

A script that sets out to get the PIN gets it, in either mode:

- Inline, it listens for keys before the component's script runs, or keeps the nodes that it creates.
- Isolated, it draws a fake form, or takes the focus, so that the next keys go to the page.
- In both modes, it can use the client token to set a PIN of its own choice.

[What is not defended](../../SECURITY.md#what-is-not-defended) has the details.
`;

const RECORDERS_INTRODUCTION = `
## Recorders

Each recorder is set to record everything. Tests install it before the component's script and after
it, inline and isolated, in Chromium, Firefox ESR and WebKitGTK. They search its traffic for the PIN
(whole, eight digits of it, or key by key), the mutation request, the client token header, the token
in a response to the page, and the token in the attribute.
`;

const ATTACKS_INTRODUCTION = `
## Listeners, hooks and scrapers

**Yes** means that the script gets the PIN. **If first** means that it gets the PIN only if it runs
before the component's script. In isolated mode no script of the page runs where the PIN is typed.
The results are the same in Chromium, Firefox ESR and WebKitGTK. Another test adds listeners at every
level around an element in open and closed shadow roots, in a slot and in the document of a frame.
`;

/** Returns the page that belongs to the tables. */
export function leaksPage(): string {
  return [
    INTRODUCTION + RECORDERS_INTRODUCTION,
    ...table(
      'Recorder',
      'Settings',
      'Naive component',
      'Element, both modes',
    )(
      RECORDERS.map(({ name, records, naive, element, webkit }) => [
        ...[name, records, naive.join(', ')],
        (element.join(', ') || 'nothing') +
          (webkit ? `; in WebKit perhaps ${webkit.join(', ')}` : ''),
      ]),
    ),
    ATTACKS_INTRODUCTION,
    ...table(
      'Script',
      'What it does',
      'Inline',
      'Isolated',
      'Why inline',
    )(
      TABLE.map(({ title, does, inline, reason }) => [
        ...[title, does, inline === 'no' ? inline : `**${inline}**`, 'no', reason],
      ]),
    ),
    '',
  ].join('\n');
}

function table(...headings: readonly string[]) {
  return (rows: readonly (readonly string[])[]): readonly string[] =>
    [headings, headings.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
}
