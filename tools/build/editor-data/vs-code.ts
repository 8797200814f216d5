import { elementOf, type ElementManifest } from './manifest.js';
import type { Package } from 'custom-elements-manifest/schema';

interface Described {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Custom data for VS Code's HTML: the element and its attributes, with all else that it has in its description. */
export function vsCodeData(manifest: Package): object {
  const element = elementOf(manifest);
  return {
    version: 1.1,
    tags: [
      {
        name: element.tagName,
        description: markdown(descriptionOf(element)),
        attributes: element.attributes?.map(
          ({ name, description = '', type, default: standard }) => {
            const ends = standard === undefined ? '' : `\n\nDefault: \`${standard}\``;
            const values = [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map(([, value]) => ({
              name: value,
            }));
            return {
              name,
              description: markdown(description + ends),
              ...(type?.text === 'boolean' && { valueSet: 'v' }),
              ...(values.length > 0 && { values }),
            };
          },
        ),
      },
    ],
  };
}

function descriptionOf({ description = '', ...element }: ElementManifest): string {
  return [
    description,
    list('Events', element.events),
    list('Slots', element.slots),
    list('Custom properties', element.cssProperties),
    list('Parts', element.cssParts),
    list('States', element.cssStates),
  ].join('\n\n');
}

function list(title: string, entries: readonly Described[] = []): string {
  const lines = entries.map(({ name, description }) => `- \`${name}\`: ${description}`);
  return [`**${title}**`, ...lines].join('\n');
}

function markdown(value: string): { readonly kind: 'markdown'; readonly value: string } {
  return { kind: 'markdown', value };
}
