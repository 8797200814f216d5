import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, ts } from '@custom-elements-manifest/analyzer/index.js';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import type {
  ClassDeclaration,
  ClassMember,
  CustomElement,
  Declaration,
  Module,
  Package,
} from 'custom-elements-manifest/schema';
import type { Node } from 'typescript';

/** The element, as its manifest has it. */
export type ElementManifest = CustomElement & {
  readonly tagName: string;
  /** Not in the schema yet. */
  readonly cssStates?: readonly { readonly name: string; readonly description?: string }[];
};

/** What the analyzer does not see as it is, by the name of a member. */
interface Facts {
  readonly types: Map<string, string>;
  readonly defaults: Map<string, string>;
}

/** Where what is written in a file of `src` is found in the package. */
const MODULES: Readonly<Record<string, string>> = {
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
  const facts: Facts = { types: new Map(), defaults: new Map() };
  const { schemaVersion, modules: analyzed } = create({
    modules,
    plugins: [
      ...litPlugin(),
      { name: 'facts', analyzePhase: ({ node }) => keepFacts(node, facts) },
    ],
  });
  const declarations = (path: string): Declaration[] =>
    analyzed
      .filter((module) => MODULES[module.path] === path)
      .flatMap((module) => module.declarations ?? [])
      .map((declaration) =>
        declaration.kind === 'class' ? tidied(declaration, facts) : declaration,
      );
  const element: Module = {
    kind: 'javascript-module',
    path: 'dist/element.js',
    declarations: declarations('dist/element.js'),
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

/** The analyzer takes a property's type from its getter, that of a method with `@returns` from there, where none stands, and a default from the constructor. */
function keepFacts(node: Node, facts: Facts): void {
  if (ts.isMethodDeclaration(node) && node.type !== undefined)
    facts.types.set(node.name.getText(), node.type.getText());
  if (ts.isSetAccessorDeclaration(node))
    facts.types.set(node.name.getText(), node.parameters[0]?.type?.getText() ?? '');
  if (!ts.isPropertyDeclaration(node)) return;
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'default');
  if (tag !== undefined)
    facts.defaults.set(node.name.getText(), ts.getTextOfJSDocComment(tag.comment) ?? '');
}

function tidied(declaration: ClassDeclaration, { types, defaults }: Facts): ClassDeclaration {
  const members = declaration.members?.filter(isPublic).map((member): ClassMember => {
    const type = types.get(member.name);
    if (member.kind === 'method')
      return type === undefined
        ? member
        : { ...member, return: { ...member.return, type: { text: type } } };
    const { default: guess, ...field } = member;
    const standard = defaults.get(member.name) ?? guess;
    // That of an event's field is the name of a parameter.
    const has = 'tagName' in declaration && standard !== undefined && standard !== 'undefined';
    return {
      ...field,
      ...(type !== undefined && { type: { text: type } }),
      ...(has && { default: standard }),
    };
  });
  const { superclass, events, attributes } = declaration as ClassDeclaration & ElementManifest;
  return {
    ...declaration,
    // It is nobody's but the events'.
    ...(superclass?.name === 'PinEvent' && { superclass: { name: 'Event', package: 'global:' } }),
    ...(members && { members }),
    ...(attributes && {
      attributes: attributes.map((attribute) => {
        const standard = defaults.get(attribute.fieldName ?? '');
        return standard === undefined ? attribute : { ...attribute, default: standard };
      }),
    }),
    // Without a description it is a guess of the analyzer's.
    ...(events && { events: events.filter(({ description }) => description !== undefined) }),
  };
}

/** The analyzer leaves out what is `@internal` by itself. */
function isPublic({ name, privacy = 'public', description }: ClassMember): boolean {
  return privacy === 'public' && name !== 'formAssociated' && description !== undefined;
}
