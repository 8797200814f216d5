/** Writes the tables of attacks and recorders into docs/evidence/leaks.md. */
import { ATTACKS } from './attacks/table.js';
import { RECORDERS } from './recorders/table.js';

export const LEAKS_PAGE = new URL('../../docs/evidence/leaks.md', import.meta.url);

/** Replaces the rows below the headings of both tables in the page. */
export function withRows(page: string): string {
  const tables = [
    RECORDERS.map(
      ({ name, records, naive, element }) =>
        `| ${name} | ${records} | ${naive.join(', ')} | ${element.join(', ') || 'nothing'} |\n`,
    ),
    ATTACKS.map(
      ({ title, does, inline, reason }) =>
        `| ${title} | ${does} | ${inline === 'no' ? inline : `**${inline}**`} | no | ${reason} |\n`,
    ),
  ];
  return page.replace(/(?<=---.*\n)(\|.*\n)+/g, () => tables.shift()!.join(''));
}
