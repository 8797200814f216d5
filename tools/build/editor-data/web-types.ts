import type { Package } from 'custom-elements-manifest/schema';
import { elementOf } from './manifest.js';

interface Described {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Web types for JetBrains' editors. */
export function webTypes(
  manifest: Package,
  { name, version }: { readonly name: string; readonly version: string },
): object {
  const element = elementOf(manifest);
  const properties = element.members?.filter(
    (member) => member.kind === 'field' && member.static !== true,
  );
  return {
    name,
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            ...described({ name: element.tagName, description: element.description }),
            attributes: element.attributes?.map((attribute) => ({
              ...described(attribute),
              value: { type: attribute.type?.text ?? 'string' },
              ...(attribute.default !== undefined && { default: attribute.default }),
            })),
            slots: element.slots?.map(described),
            js: {
              properties: properties?.map((property) => ({
                ...described(property),
                ...('type' in property && { type: property.type?.text }),
              })),
              events: element.events?.map((event) => ({
                ...described(event),
                type: event.type.text,
              })),
            },
            css: {
              properties: element.cssProperties?.map((property) => ({
                ...described(property),
                ...(property.default !== undefined && { default: property.default }),
              })),
              parts: element.cssParts?.map(described),
            },
          },
        ],
      },
    },
  };
}

function described({ name, description }: Described): Described {
  return { name, description };
}
