import {
  answersEvent,
  blocks,
  fetchFunction,
  hasFirstToken,
  hasProvider,
  hasTokens,
  indented,
  lines,
  localeLines,
  properties,
  typeImport,
  type Page,
} from './code-parts.js';

/** Writes a component for React, in JavaScript or in TypeScript. */
export function reactSnippet(page: Page, isTyped: boolean): string {
  const { scenario, addresses, deniedPins } = page;
  const typed = (type: string): string => (isTyped ? type : '');
  const props = [
    `endpoint="${addresses.endpoint}"`,
    'cardId={cardId}',
    ...(hasFirstToken(scenario) ? ['clientToken={clientToken}'] : []),
    ...(hasProvider(scenario) ? ['getClientToken={() => fetchClientToken(cardId)}'] : []),
    ...properties(page, (name, value) =>
      value === true
        ? name
        : typeof value === 'string'
          ? `${name}="${value}"`
          : `${name}={${value}}`,
    ),
    ...(deniedPins === undefined ? [] : [`deniedPins={${deniedPins}}`]),
    ...(answersEvent(scenario)
      ? ['onTokenExpired={(event) => event.respondWith(fetchClientToken(cardId))}']
      : []),
    'onPinSet={onDone}',
  ];
  const firstToken = [
    `const [clientToken, setClientToken] = useState${typed('<ClientToken>')}();`,
    'useEffect(() => {',
    `  ${typed('void ')}fetchClientToken(cardId).then(setClientToken);`,
    '}, [cardId]);',
  ];
  return lines(
    '// React 18 or 19',
    ...blocks(
      [
        ...(hasFirstToken(scenario) ? [`import { useEffect, useState } from 'react';`] : []),
        ...(isTyped && hasTokens(scenario) ? typeImport('ClientToken') : []),
        `import { SetCardPin } from 'set-card-pin/react';`,
        ...localeLines(scenario),
      ],
      fetchFunction(scenario, { cardId: 'cardId', isParameter: true, isTyped }),
      isTyped ? ['interface Props {', '  cardId: string;', '  onDone: () => void;', '}'] : [],
      [
        `export function ChoosePin({ cardId, onDone }${typed(': Props')}) {`,
        ...indented(
          1,
          blocks(hasFirstToken(scenario) ? firstToken : [], [
            'return (',
            '  <SetCardPin',
            ...indented(2, props),
            '  />',
            ');',
          ]),
        ),
        '}',
      ],
    ),
  );
}
