/** Writes the tables in docs/reference.md from the element's description. */
import { readFile } from 'node:fs/promises';
import type { ClassMember, ClassMethod } from 'custom-elements-manifest/schema';
import { format, resolveConfig } from 'prettier';
import { PROJECT } from '../project.js';
import { elementOf, readManifest } from './editor-data/manifest.js';

export const REFERENCE_PAGE = `${PROJECT}docs/reference.md`;

/** A generated part of the page, with its name. */
const PART = /(<!-- generated: ([\w ]+) -->)[^]*?(<!-- end -->)/g;

/** Returns the page with the tables that belong to the description. */
export async function referencePage(): Promise<string> {
  const tables = tablesOf();
  const page = await readFile(REFERENCE_PAGE, 'utf8');
  const text = page.replaceAll(PART, (_, begin: string, name: string, end: string) => {
    const [headings, ...rows] = tables[name]!;
    const lines = [headings!, headings!.map(() => '---'), ...rows].map((row) => row.join(' | '));
    return [begin, '', ...lines.map((line) => `| ${line} |`), '', end].join('\n');
  });
  return format(text, { ...(await resolveConfig(REFERENCE_PAGE)), parser: 'markdown' });
}

/** Returns the rows of each table, by its name. The first one has the headings. */
function tablesOf(): Readonly<Record<string, readonly (readonly string[])[]>> {
  const manifest = readManifest();
  const { members = [], attributes = [], ...element } = elementOf(manifest);
  const { events = [], slots = [], cssParts = [], cssStates = [] } = element;
  const classes = manifest.modules.flatMap(({ declarations = [] }) => declarations);
  const attributeOf = (property: string) =>
    attributes.find(({ name, fieldName = camelCase(name) }) => fieldName === property)?.name;
  const inherited = attributes.filter(
    ({ name }) => !members.some((member) => member.name === camelCase(name)),
  );
  return {
    properties: [
      ['Attribute', 'Property', 'Type', 'Default', 'Meaning'],
      ...members
        .filter((member) => member.kind === 'field')
        .map((field) => [
          code(attributeOf(field.name)),
          code(field.name),
          code(field.type?.text.replace(/ \| undefined$/, '')),
          code(field.default === "''" ? undefined : field.default?.replaceAll("'", '')),
          prose(field.description),
        ]),
      ...inherited.map(({ name, type, description }) => [
        code(name),
        code(name === 'tabindex' ? 'tabIndex' : name),
        code(type?.text),
        '–',
        prose(description),
      ]),
    ],
    methods: [
      ['Method', 'Returns', 'Meaning'],
      ...members
        .filter(isMethod)
        .map((method) => [
          code(`${method.static ? 'SetCardPinElement.' : ''}${signatureOf(method)}`),
          code(method.return?.type?.text),
          prose(method.description),
        ]),
    ],
    events: [
      ['Event', 'Class', 'When', 'Fields'],
      ...events.map(({ name, type }) => {
        const found = classes.find((each) => each.kind === 'class' && each.name === type.text);
        const { description, members: fields = [] } = found as { members?: ClassMember[] } & Named;
        const written = fields.map(
          (field) =>
            `${code(isMethod(field) ? signatureOf(field) : field.name)}: ${prose(field.description)}`,
        );
        return [code(name), code(type.text), prose(description), written.join('<br>') || '–'];
      }),
    ],
    parts: described('Part', cssParts),
    slots: described('Slot', slots),
    states: described(
      'State',
      cssStates.map((each) => ({ ...each, name: `:state(${each.name})` })),
    ),
  };
}

interface Named {
  readonly name: string;
  readonly description?: string;
}

function described(heading: string, entries: readonly Named[]): string[][] {
  const rows = entries.map(({ name, description }) => [code(name), prose(description)]);
  return [[heading, 'Meaning'], ...rows];
}

const isMethod = (member: ClassMember): member is ClassMethod => member.kind === 'method';

function signatureOf({ name, parameters = [] }: ClassMethod): string {
  const names = parameters.map((each) => (each.optional ? `${each.name}?` : each.name));
  return `${name}(${names.join(', ')})`;
}

function code(text: string | undefined): string {
  return text === undefined ? '–' : `\`${prose(text)}\``;
}

/** Returns a cell's text. */
function prose(text = ''): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
