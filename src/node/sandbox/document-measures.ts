import {
  Kind,
  visit,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Returns a document's complexity, which in the sandbox is its number of fields. */
export function complexity(document: DocumentNode): number {
  let fields = 0;
  visit(document, {
    Field() {
      fields += 1;
    },
  });
  return fields;
}

/** Returns the nesting depth of a valid document's fields, with fragments expanded. */
export function depth(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition);
  }
  // Each fragment is measured once, even if the document uses it often.
  const depths = new Map<string, number>();
  const depthOfFragment = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    const fragmentDepth = depthOf(fragments.get(name)?.selectionSet);
    depths.set(name, fragmentDepth);
    return fragmentDepth;
  };
  const depthOf = (selectionSet: SelectionSetNode | undefined): number =>
    Math.max(
      0,
      ...(selectionSet?.selections ?? []).map((selection) => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return depthOfFragment(selection.name.value);
        const inner = depthOf(selection.selectionSet);
        return selection.kind === Kind.FIELD ? inner + 1 : inner;
      }),
    );
  return Math.max(
    ...document.definitions.map((definition) =>
      'selectionSet' in definition ? depthOf(definition.selectionSet) : 0,
    ),
  );
}
