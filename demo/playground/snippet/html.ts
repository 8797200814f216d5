import {
  answersEvent,
  attributes,
  blocks,
  fetchFunction,
  hasFirstToken,
  hasProvider,
  indented,
  lines,
  localeLines,
  type Page,
} from './code-parts.js';

/** Writes a page that loads the element with a script tag. */
export function htmlSnippet(page: Page): string {
  const { scenario, addresses, deniedPins } = page;
  return lines(
    '<!-- dist/cdn/set-card-pin.js from the package, on your own server -->',
    '<script src="/set-card-pin.js"></script>',
    ...localeLines(scenario, (lang) => `<script src="/locales/${lang}.js"></script>`),
    '',
    '<set-card-pin',
    ...indented(1, [
      `endpoint="${addresses.endpoint}"`,
      `card-id="${scenario.card}"`,
      ...attributes(page),
    ]),
    '></set-card-pin>',
    '',
    '<script type="module">',
    ...indented(
      1,
      blocks(
        [`const element = document.querySelector('set-card-pin');`],
        fetchFunction(scenario, { cardId: 'element.cardId' }),
        [
          ...(deniedPins === undefined ? [] : [`element.deniedPins = ${deniedPins};`]),
          ...(hasProvider(scenario) ? ['element.getClientToken = fetchClientToken;'] : []),
          ...(answersEvent(scenario)
            ? [
                `element.addEventListener('token-expired', (event) => {`,
                '  event.respondWith(fetchClientToken());',
                '});',
              ]
            : []),
          `element.addEventListener('pin-set', ({ card }) => {`,
          '  console.log(`The PIN is set for the card ending ${card.last4}.`);',
          '});',
          `element.addEventListener('pin-error', ({ outcome }) => {`,
          '  console.log(`The submit ended as ${outcome.kind}.`);',
          '});',
          // Comes last, because the listeners must be added even if the portal is down.
          ...(hasFirstToken(scenario) ? ['element.clientToken = await fetchClientToken();'] : []),
        ],
      ),
    ),
    '</script>',
  );
}
