import {
  Kind,
  visit,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** The sandbox's own measure of complexity: one for each field of a document. */
export function complexity(document: DocumentNode): number {
  let fields = 0;
  visit(document, {
    Field() {
      fields += 1;
    },
  });
  return fields;
}

/** How deep the fields of a valid document are nested. A fragment counts where it is spread. */
export function depth(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition);
  }
  // Each fragment is measured once, however often it is spread.
  const measured = new Map<string, number>();
  const depthOfFragment = (name: string): number => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    const found = depthOf(fragments.get(name)?.selectionSet);
    measured.set(name, found);
    return found;
  };
  const depthOf = (selectionSet: SelectionSetNode | undefined): number =>
    Math.max(
      0,
      ...(selectionSet?.selections ?? []).map((selection) => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return depthOfFragment(selection.name.value);
        const within = depthOf(selection.selectionSet);
        return selection.kind === Kind.FIELD ? within + 1 : within;
      }),
    );
  return Math.max(
    ...document.definitions.map((definition) =>
      'selectionSet' in definition ? depthOf(definition.selectionSet) : 0,
    ),
  );
}
