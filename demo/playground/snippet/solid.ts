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

/** Writes a component for Solid. */
export function solidSnippet(page: Page): string {
  const { scenario, addresses, deniedPins } = page;
  const props = [
    `endpoint="${addresses.endpoint}"`,
    'card-id={props.cardId}',
    ...(hasFirstToken(scenario) ? ['prop:clientToken={clientToken()}'] : []),
    ...(hasProvider(scenario)
      ? ['prop:getClientToken={() => fetchClientToken(props.cardId)}']
      : []),
    ...(deniedPins === undefined ? [] : [`prop:deniedPins={${deniedPins}}`]),
    ...attributes(page),
    ...(answersEvent(scenario)
      ? ['on:token-expired={(event) => event.respondWith(fetchClientToken(props.cardId))}']
      : []),
    'on:pin-set={() => props.onDone()}',
  ];
  return lines(
    '// Solid, with "types": ["set-card-pin/jsx"] in tsconfig.json',
    ...blocks(
      [
        ...(hasFirstToken(scenario) ? [`import { createResource } from 'solid-js';`] : []),
        `import 'set-card-pin';`,
        ...localeLines(scenario),
        ...(hasTokens(scenario) ? typeImport('ClientToken') : []),
      ],
      fetchFunction(scenario, { cardId: 'cardId', isParameter: true, isTyped: true }),
      [
        'export function ChoosePin(props: { cardId: string; onDone: () => void }) {',
        ...(hasFirstToken(scenario)
          ? ['  const [clientToken] = createResource(() => props.cardId, fetchClientToken);']
          : []),
        '  return (',
        '    <set-card-pin',
        ...indented(3, props),
        '    />',
        '  );',
        '}',
      ],
    ),
  );
}
