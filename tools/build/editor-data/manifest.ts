import { readFileSync } from 'node:fs';
import { create, ts } from '@custom-elements-manifest/analyzer/index.js';
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
import { PROJECT } from '../../project.js';

/** The element's entry in its manifest. */
type ElementManifest = CustomElement & {
  /** Not in the schema yet. */
  readonly cssStates?: readonly { readonly name: string; readonly description?: string }[];
};

/** The package's files, by the files in `src` whose declarations they export. */
const MODULES: Readonly<Record<string, string>> = {
  'src/element/properties.ts': 'dist/element.js',
  'src/element/set-card-pin-element.ts': 'dist/element.js',
  'src/element/events.ts': 'dist/index.js',
  'src/index.ts': 'dist/index.js',
};

/**
 * Creates the content of `custom-elements.json` from the JSDoc of the element and its events. The
 * content has only public members.
 */
export function readManifest(): Package {
  const modules = Object.keys(MODULES).map((path) =>
    ts.createSourceFile(path, readFileSync(PROJECT + path, 'utf8'), ts.ScriptTarget.ES2022, true),
  );
  /** Types that the analyzer gets wrong, by the member's name. */
  const types = new Map<string, string>();
  const { schemaVersion, modules: analyzed } = create({
    modules,
    plugins: [{ name: 'types', analyzePhase: ({ node }) => keepType(node, types) }],
  });
  const declarations = (path: string): Declaration[] =>
    analyzed
      .filter((module) => MODULES[module.path] === path)
      .flatMap((module) => module.declarations ?? [])
      .map((declaration) =>
        declaration.kind === 'class' ? corrected(declaration, types) : declaration,
      );
  const element = moduleOf(
    'dist/element.js',
    withInheritedMembers(declarations('dist/element.js')),
  );
  const index = moduleOf('dist/index.js', declarations('dist/index.js'));
  const declaration = { name: 'SetCardPinElement', module: element.path };
  index.exports!.push(
    { kind: 'js', name: declaration.name, declaration },
    { kind: 'custom-element-definition', name: 'set-card-pin', declaration },
  );
  return { schemaVersion, readme: 'README.md', modules: [index, element] };
}

function moduleOf(path: string, declarations: Declaration[]): Module {
  const exports = declarations.map(
    ({ name }) => ({ kind: 'js', name, declaration: { name, module: path } }) as const,
  );
  return { kind: 'javascript-module', path, declarations, exports };
}

/** Returns the element of a manifest. */
export function elementOf({ modules }: Package): ElementManifest {
  const declarations = modules.flatMap((module) => module.declarations ?? []);
  return declarations.find((declaration) => 'tagName' in declaration) as ElementManifest;
}

/**
 * Collects the types that the analyzer gets wrong: those of properties with a getter and a setter,
 * and of methods with `@returns`.
 */
function keepType(node: Node, types: Map<string, string>): void {
  if (ts.isMethodDeclaration(node) && node.type !== undefined)
    types.set(node.name.getText(), node.type.getText());
  if (ts.isSetAccessorDeclaration(node))
    types.set(node.name.getText(), node.parameters[0]?.type?.getText() ?? '');
}

/** Corrects the types of a class and removes members that are not public. */
function corrected(
  declaration: ClassDeclaration,
  types: ReadonlyMap<string, string>,
): ClassDeclaration {
  const members = declaration.members?.filter(isPublic).map((member): ClassMember => {
    const type = types.get(member.name);
    if (member.kind === 'method')
      return type ? { ...member, return: { ...member.return, type: { text: type } } } : member;
    // For an event's field, the analyzer's default is the name of a constructor parameter.
    const { default: _, ...field } = member;
    return { ...field, ...(type !== undefined && { type: { text: type } }) };
  });
  const { superclass, events } = declaration as ClassDeclaration & ElementManifest;
  return {
    ...declaration,
    // No package entry exports `PinEvent`.
    ...(superclass?.name === 'PinEvent' && { superclass: { name: 'Event', package: 'global:' } }),
    ...(members && { members }),
    // The analyzer also adds events that it guesses from the code. These have no description.
    ...(events && { events: events.filter(({ description }) => description !== undefined) }),
  };
}

/**
 * Merges the members of the base class into the element. Attributes and defaults are from the table
 * of properties.
 */
function withInheritedMembers(declarations: readonly Declaration[]): Declaration[] {
  const classes = declarations.filter(({ kind }) => kind === 'class') as ClassDeclaration[];
  const base = classes.find(({ name }) => name === SetCardPinBase.name);
  const element = classes.find((declaration) => 'tagName' in declaration) as
    (ClassDeclaration & ElementManifest) | undefined;
  if (base === undefined || element === undefined)
    throw new Error('The analyzer found no element or no base class.');
  const attributes: Attribute[] = [];
  const fields = (base.members ?? []).map((member): ClassMember => {
    const { name, description = '', type } = member as ClassField;
    const { attribute = name, value, reflect } = SetCardPinBase.properties[name] ?? {};
    // As it is written in source code.
    const literal = typeof value === 'string' ? `'${value}'` : String(value);
    const shared = {
      description,
      ...(type && { type }),
      ...(value !== undefined && { default: literal }),
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

/** Static members, which are for Lit and the browser. */
const NOT_FOR_PAGES = ['formAssociated', 'properties'];

/** Returns whether a member is public. The analyzer itself omits those with `@internal`. */
function isPublic({ name, privacy = 'public', description }: ClassMember): boolean {
  return privacy === 'public' && !NOT_FOR_PAGES.includes(name) && description !== undefined;
}
