import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, ts } from '@custom-elements-manifest/analyzer/index.js';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import type {
  Attribute,
  ClassDeclaration,
  ClassMember,
  CustomElement,
  ClassField,
  Declaration,
  Module,
  Package,
} from 'custom-elements-manifest/schema';
import type { Node } from 'typescript';
import { SetCardPinBase } from '../../../src/element/properties.js';

/** The element, as its manifest has it. */
export type ElementManifest = CustomElement & {
  readonly tagName: string;
  /** Not in the schema yet. */
  readonly cssStates?: readonly { readonly name: string; readonly description?: string }[];
};

/** Where what is written in a file of `src` is found in the package. */
const MODULES: Readonly<Record<string, string>> = {
  'src/element/properties.ts': 'dist/element.js',
  'src/element/set-card-pin-element.ts': 'dist/element.js',
  'src/element/events.ts': 'dist/index.js',
  'src/index.ts': 'dist/index.js',
};

/** Reads `custom-elements.json` from the JSDoc of the element and its events: what is public, and nothing else. */
export function readManifest(project: string): Package {
  const modules = Object.keys(MODULES).map((path) =>
    ts.createSourceFile(
      path,
      readFileSync(join(project, path), 'utf8'),
      ts.ScriptTarget.ES2022,
      true,
    ),
  );
  /** The types that the analyzer gets wrong, by the name of a member. */
  const types = new Map<string, string>();
  const { schemaVersion, modules: analyzed } = create({
    modules,
    plugins: [...litPlugin(), { name: 'types', analyzePhase: ({ node }) => keepType(node, types) }],
  });
  const declarations = (path: string): Declaration[] =>
    analyzed
      .filter((module) => MODULES[module.path] === path)
      .flatMap((module) => module.declarations ?? [])
      .map((declaration) =>
        declaration.kind === 'class' ? tidied(declaration, types) : declaration,
      );
  const element: Module = {
    kind: 'javascript-module',
    path: 'dist/element.js',
    declarations: inherited(declarations('dist/element.js')),
    exports: [],
  };
  const index: Module = {
    kind: 'javascript-module',
    path: 'dist/index.js',
    declarations: declarations('dist/index.js'),
    exports: [],
  };
  for (const { path, declarations = [], exports = [] } of [element, index])
    for (const { name } of declarations)
      exports.push({ kind: 'js', name, declaration: { name, module: path } });
  const declaration = { name: 'SetCardPinElement', module: element.path };
  index.exports?.push(
    { kind: 'js', name: declaration.name, declaration },
    { kind: 'custom-element-definition', name: 'set-card-pin', declaration },
  );
  return { schemaVersion, readme: 'README.md', modules: [index, element] };
}

/** The element in a manifest. */
export function elementOf({ modules }: Package): ElementManifest {
  const found = modules
    .flatMap(({ declarations = [] }) => declarations)
    .find((declaration) => 'tagName' in declaration);
  if (found === undefined) throw new Error('The manifest has no element.');
  return found as ElementManifest;
}

/** Keeps types that the analyzer gets wrong: of a property with a getter and a setter, and of a method with `@returns`. */
function keepType(node: Node, types: Map<string, string>): void {
  if (ts.isMethodDeclaration(node) && node.type !== undefined)
    types.set(node.name.getText(), node.type.getText());
  if (ts.isSetAccessorDeclaration(node))
    types.set(node.name.getText(), node.parameters[0]?.type?.getText() ?? '');
}

function tidied(
  declaration: ClassDeclaration,
  types: ReadonlyMap<string, string>,
): ClassDeclaration {
  const members = declaration.members?.filter(isPublic).map((member): ClassMember => {
    const type = types.get(member.name);
    if (member.kind === 'method')
      return type === undefined
        ? member
        : { ...member, return: { ...member.return, type: { text: type } } };
    // The analyzer's default of an event's field is the name of a parameter.
    const { default: _, ...field } = member;
    return { ...field, ...(type !== undefined && { type: { text: type } }) };
  });
  const { superclass, events } = declaration as ClassDeclaration & ElementManifest;
  return {
    ...declaration,
    // No entry exports it.
    ...(superclass?.name === 'PinEvent' && { superclass: { name: 'Event', package: 'global:' } }),
    ...(members && { members }),
    // The analyzer guesses at events too, and then has no description.
    ...(events && { events: events.filter(({ description }) => description !== undefined) }),
  };
}

/** Gives the element the members of its base class, with the attributes and defaults of the table of properties. */
function inherited(declarations: readonly Declaration[]): Declaration[] {
  const classes = declarations.filter(({ kind }) => kind === 'class') as ClassDeclaration[];
  const base = classes.find(({ name }) => name === SetCardPinBase.name);
  const element = classes.find((declaration) => 'tagName' in declaration) as
    (ClassDeclaration & ElementManifest) | undefined;
  if (base === undefined || element === undefined) throw new Error('There is no element.');
  const attributes: Attribute[] = [];
  const fields = (base.members ?? []).map((member): ClassMember => {
    const { name, description = '', type } = member as ClassField;
    const { attribute = name, value, reflect } = SetCardPinBase.properties[name] ?? {};
    const shared = {
      description,
      ...(type && { type }),
      ...(value !== undefined && { default: literalOf(value) }),
    };
    if (typeof attribute === 'string')
      attributes.push({ name: attribute, fieldName: name, ...shared });
    return {
      kind: 'field',
      name,
      privacy: 'public',
      ...shared,
      ...(typeof attribute === 'string' && { attribute }),
      ...(reflect && { reflects: true }),
    };
  });
  const own = element.members?.filter(({ name }) => !fields.some((field) => field.name === name));
  return [
    {
      ...element,
      ...(base.superclass && { superclass: base.superclass }),
      members: [...fields, ...(own ?? [])],
      attributes: [...(element.attributes ?? []), ...attributes],
    } as ClassDeclaration,
  ];
}

/** Writes a default as the source does. */
function literalOf(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** The analyzer leaves out what is `@internal` by itself. */
function isPublic({ name, privacy = 'public', description }: ClassMember): boolean {
  return privacy === 'public' && name !== 'formAssociated' && description !== undefined;
}
