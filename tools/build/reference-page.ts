/** Writes the tables of docs/reference.md from the description of the element. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ClassField,
  ClassMember,
  ClassMethod,
  Package,
} from 'custom-elements-manifest/schema';
import { format, resolveConfig } from 'prettier';
import { elementOf, readManifest } from './editor-data/manifest.js';

/** Path of the page from the top level. */
export const REFERENCE_PAGE = 'docs/reference.md';

/** A generated part of the page, with the name of its table. */
const PART = /(<!-- generated: ([\w ]+) -->)[^]*?(<!-- end -->)/g;

/** Writes the tables into the page. */
export async function writeReferencePage(project: string): Promise<void> {
  const path = join(project, REFERENCE_PAGE);
  const text = await readFile(path, 'utf8');
  const updated = await referencePage(text, readManifest(project));
  if (updated !== text) await writeFile(path, updated);
}

/** Returns the page with the tables that belong to a description. */
export async function referencePage(page: string, manifest: Package): Promise<string> {
  const tables = tablesOf(manifest);
  const text = page.replaceAll(PART, (_, begin: string, name: string, end: string) => {
    return [begin, '', ...tables[name]!, '', end].join('\n');
  });
  return format(text, { ...(await resolveConfig(REFERENCE_PAGE)), parser: 'markdown' });
}

/** Returns the lines of each table, by its name. */
function tablesOf(manifest: Package): Readonly<Record<string, readonly string[]>> {
  const element = elementOf(manifest);
  const { members = [], attributes = [], events = [], slots = [] } = element;
  const { cssProperties = [], cssParts = [], cssStates = [] } = element;
  return {
    properties: table(
      ['Attribute', 'Property', 'Type', 'Default', 'Meaning'],
      [
        ...members
          .filter(isField)
          .map((field) => [
            code(
              attributes.find(({ name, fieldName = camelCase(name) }) => fieldName === field.name)
                ?.name,
            ),
            code(field.name),
            code(field.type?.text.replace(/ \| undefined$/, '')),
            code(field.default === "''" ? undefined : field.default?.replaceAll("'", '')),
            prose(field.description),
          ]),
        ...attributes
          .filter(({ name }) => !members.some((member) => member.name === camelCase(name)))
          .map(({ name, type, description }) => [
            code(name),
            code(name === 'tabindex' ? 'tabIndex' : name),
            code(type?.text),
            '–',
            prose(description),
          ]),
      ],
    ),
    methods: table(
      ['Method', 'Returns', 'Meaning'],
      members
        .filter(isMethod)
        .map((method) => [
          code(
            `${method.static ? 'SetCardPinElement.' : ''}${method.name}(${parametersOf(method)})`,
          ),
          code(method.return?.type?.text),
          prose(method.description),
        ]),
    ),
    events: table(
      ['Event', 'Class', 'When', 'Fields'],
      events.map(({ name, type }) => {
        const { description, members: fields = [] } = classOf(manifest, type.text);
        return [
          code(name),
          code(type.text),
          prose(description),
          fields.map(fieldOf).join('<br>') || '–',
        ];
      }),
    ),
    'custom properties': table(
      ['Custom property', 'Default', 'Meaning'],
      cssProperties.map((each) => [
        code(each.name),
        each.default === undefined ? 'by the colour scheme' : code(each.default),
        prose(each.description),
      ]),
    ),
    parts: described('Part', cssParts, (name) => name),
    slots: described('Slot', slots, (name) => name),
    states: described('State', cssStates, (name) => `:state(${name})`),
  };
}

function classOf(
  { modules }: Package,
  name: string,
): { description?: string; members?: ClassMember[] } {
  const declarations = modules.flatMap(({ declarations = [] }) => declarations);
  const found = declarations.find((each) => each.kind === 'class' && each.name === name);
  if (found === undefined) throw new Error(`The manifest doesn't describe ${name}.`);
  return found;
}

function fieldOf(member: ClassMember): string {
  const name = isMethod(member) ? `${member.name}(${parametersOf(member)})` : member.name;
  return `${code(name)}: ${prose(member.description)}`;
}

function parametersOf({ parameters = [] }: ClassMethod): string {
  return parameters.map(({ name, optional }) => (optional ? `${name}?` : name)).join(', ');
}

const isField = (member: ClassMember): member is ClassField => member.kind === 'field';
const isMethod = (member: ClassMember): member is ClassMethod => member.kind === 'method';

function described(
  heading: string,
  entries: readonly { readonly name: string; readonly description?: string }[],
  write: (name: string) => string,
): readonly string[] {
  return table(
    [heading, 'Meaning'],
    entries.map(({ name, description }) => [code(write(name)), prose(description)]),
  );
}

function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

function code(text: string | undefined): string {
  return text === undefined ? '–' : `\`${text.replaceAll('|', '\\|')}\``;
}

/** Returns a description as the text of a cell. */
function prose(text = ''): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
