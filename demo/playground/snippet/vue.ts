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

/** Writes a component for Vue. */
export function vueSnippet(page: Page): string {
  const { scenario, addresses, deniedPins } = page;
  const firstToken = [
    'const clientToken = ref<ClientToken>();',
    'void fetchClientToken().then((token) => (clientToken.value = token));',
  ];
  // A function of its own, because vue-tsc finds no type for the event of an inline one if there is
  // an address in the template.
  const answer = [
    'function handleTokenExpired(event: TokenExpiredEvent) {',
    '  event.respondWith(fetchClientToken());',
    '}',
  ];
  return lines(
    "<!-- Vue 3, with compilerOptions.isCustomElement: (tag) => tag === 'set-card-pin' -->",
    '<script setup lang="ts">',
    ...blocks(
      [
        ...(hasFirstToken(scenario) ? [`import { ref } from 'vue';`] : []),
        `import 'set-card-pin';`,
        ...localeLines(scenario),
        ...typeImport(
          ...(hasTokens(scenario) ? ['ClientToken'] : []),
          ...(answersEvent(scenario) ? ['TokenExpiredEvent'] : []),
        ),
      ],
      [
        `${hasTokens(scenario) ? 'const props = ' : ''}defineProps<{ cardId: string }>();`,
        'const emit = defineEmits<{ done: [] }>();',
      ],
      fetchFunction(scenario, { cardId: 'props.cardId', isTyped: true }),
      hasFirstToken(scenario) ? firstToken : [],
      answersEvent(scenario) ? answer : [],
    ),
    '</script>',
    '',
    '<template>',
    '  <set-card-pin',
    ...indented(2, [
      `endpoint="${addresses.endpoint}"`,
      ':cardId="cardId"',
      ...(hasFirstToken(scenario) ? [':clientToken="clientToken"'] : []),
      ...(hasProvider(scenario) ? [':getClientToken="fetchClientToken"'] : []),
      ...(deniedPins === undefined ? [] : [`:deniedPins="${deniedPins}"`]),
      ...attributes(page),
      ...(answersEvent(scenario) ? ['@token-expired="handleTokenExpired"'] : []),
      `@pin-set="emit('done')"`,
    ]),
    '  />',
    '</template>',
  );
}
