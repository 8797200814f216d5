import {
  answersEvent,
  attributes,
  blocks,
  fetchFunction,
  hasFirstToken,
  hasProvider,
  hasTokens,
  indented,
  lines,
  localeLines,
  typeImport,
  type Page,
} from './code-parts.js';

/** Writes a component for Svelte. */
export function svelteSnippet(page: Page): string {
  const { scenario, addresses, deniedPins } = page;
  // What an attribute can't carry.
  const settings = [
    ...(hasProvider(scenario) ? ['element.getClientToken = fetchClientToken;'] : []),
    ...(deniedPins === undefined ? [] : [`element.deniedPins = ${deniedPins};`]),
    ...(hasFirstToken(scenario)
      ? ['void fetchClientToken().then((token) => (element.clientToken = token));']
      : []),
  ];
  const hasSettings = settings.length > 0;
  const script = blocks(
    [
      `import 'set-card-pin';`,
      ...localeLines(scenario),
      ...typeImport(
        ...(hasTokens(scenario) ? ['ClientToken'] : []),
        ...(hasSettings ? ['SetCardPinElement'] : []),
      ),
    ],
    ['const { cardId, ondone }: { cardId: string; ondone: () => void } = $props();'],
    fetchFunction(scenario, { cardId: 'cardId', isTyped: true }),
    hasSettings
      ? ['function prepare(element: SetCardPinElement) {', ...indented(1, settings), '}']
      : [],
  );
  return lines(
    "<!-- Svelte 5, with `import type {} from 'set-card-pin/svelte';` in app.d.ts -->",
    '<script lang="ts">',
    ...indented(1, script),
    '</script>',
    '',
    '<set-card-pin',
    ...indented(1, [
      `endpoint="${addresses.endpoint}"`,
      'card-id={cardId}',
      ...attributes(page),
      ...(answersEvent(scenario)
        ? ['ontoken-expired={(event) => event.respondWith(fetchClientToken())}']
        : []),
      'onpin-set={ondone}',
      ...(hasSettings ? ['{@attach prepare}'] : []),
    ]),
    '></set-card-pin>',
  );
}
