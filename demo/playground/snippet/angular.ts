import {
  answersEvent,
  attributes,
  blocks,
  fetchBody,
  hasFirstToken,
  hasProvider,
  hasTokens,
  indented,
  lines,
  localeLines,
  typeImport,
  type Page,
} from './code-parts.js';

/** Writes a component for Angular. */
export function angularSnippet(page: Page): string {
  const { scenario, addresses, deniedPins } = page;
  const imports = [
    'Component',
    'CUSTOM_ELEMENTS_SCHEMA',
    ...(hasFirstToken(scenario) ? ['effect'] : []),
    'input',
    'output',
    ...(hasFirstToken(scenario) ? ['signal'] : []),
  ];
  const bindings = [
    `endpoint="${addresses.endpoint}"`,
    '[attr.card-id]="cardId()"',
    ...(hasFirstToken(scenario) ? ['[clientToken]="clientToken()"'] : []),
    ...(hasProvider(scenario) ? ['[getClientToken]="fetchClientToken"'] : []),
    ...(deniedPins === undefined ? [] : [`[deniedPins]="${deniedPins}"`]),
    ...attributes(page),
    ...(answersEvent(scenario) ? ['(token-expired)="$event.respondWith(fetchClientToken())"'] : []),
    '(pin-set)="done.emit()"',
  ];
  const members = blocks(
    [
      'readonly cardId = input.required<string>();',
      'readonly done = output();',
      ...(hasFirstToken(scenario)
        ? ['protected readonly clientToken = signal<ClientToken | undefined>(undefined);']
        : []),
    ],
    hasFirstToken(scenario)
      ? [
          'constructor() {',
          '  effect(() => {',
          '    void this.fetchClientToken().then((token) => this.clientToken.set(token));',
          '  });',
          '}',
        ]
      : [],
    hasTokens(scenario)
      ? [
          '// Your server requests the token with its API key.',
          'protected readonly fetchClientToken = async (): Promise<ClientToken> => {',
          ...indented(1, fetchBody('this.cardId()', true)),
          '};',
        ]
      : [],
  );
  return lines(
    ...blocks(
      [
        `import { ${imports.join(', ')} } from '@angular/core';`,
        `import 'set-card-pin';`,
        ...localeLines(scenario),
        ...(hasTokens(scenario) ? typeImport('ClientToken') : []),
      ],
      [
        '@Component({',
        `  selector: 'app-choose-pin',`,
        '  schemas: [CUSTOM_ELEMENTS_SCHEMA],',
        '  template: `',
        '    <set-card-pin',
        ...indented(3, bindings),
        '    ></set-card-pin>',
        '  `,',
        '})',
        'export class ChoosePin {',
        ...indented(1, members),
        '}',
      ],
    ),
  );
}
