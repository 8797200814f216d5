/** Type-checks what people write with the package, under every way in which their compilers find modules. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** What is installed beside the package. */
export type Surroundings = 'alone' | 'frameworks';

const CODE: Readonly<Record<Surroundings, string>> = {
  alone: `
import {
  PinChangeEvent, PinErrorEvent, PinReadyEvent, PinSetEvent, SetCardPinElement, TokenExpiredEvent,
  type Catalogue, type ClientToken, type ClientTokenProvider, type ConfirmationProblem, type EditProblem, type FailedOutcome,
  type Invalid, type KnownCode, type Messages, type Misconfigured, type Outcome, type PaymentCard, type PinProblem, type PinRule,
  type Plural, type RateLimit, type RateLimitBucket, type RejectedError, type SetCardPinListeners, type SetCardPinProperties,
  type Text, type TokenNeed, type TokenReason,
} from 'set-card-pin';
import { SetCardPinElement as SameElement } from 'set-card-pin/element';
import { de } from 'set-card-pin/locales/de';

SetCardPinElement.addMessages('nl', { ...de, newPin: 'Nieuwe pincode' });
// @ts-expect-error: a catalogue is complete
SetCardPinElement.addMessages('nl', { newPin: 'Nieuwe pincode' });

const element: SetCardPinElement = document.createElement('set-card-pin');
export const same: SameElement = element;
// @ts-expect-error: a real type, not any
export const wrong: number = element;
// @ts-expect-error: it is written, and never read
export const token: string = element.clientToken;
element.clientToken = { value: 'token', expirationDate: null };
element.getClientToken = async ({ signal }) => (signal.aborted ? '' : 'token');
element.messages = { submit: { one: 'a', other: 'b' }, codes: { ANY: 'c' } };
// @ts-expect-error: one of three words
element.appearance = 'round';
element.addEventListener('pin-set', (event) => event.card.last4.length);
element.addEventListener('token-expired', (event) => event.respondWith(Promise.resolve('token')));
document.addEventListener('pin-error', ({ outcome }) => {
  if (outcome.kind === 'rejected') for (const { code, path } of outcome.errors) code.concat(...path);
  // @ts-expect-error: that is no failure
  if (outcome.kind === 'set') return;
});
// @ts-expect-error: it has no card
element.addEventListener('pin-error', (event) => event.card);
void element.submit().then((outcome) => outcome.kind);

export const need: TokenNeed = { reason: 'missing', pending: false, requestId: undefined, respondWith: () => undefined };
export const events: readonly Event[] = [
  new PinReadyEvent(), new PinChangeEvent(true, false), new PinErrorEvent({ kind: 'unavailable' }),
  new PinSetEvent({ id: '', bin: '', last4: '' }, undefined), new TokenExpiredEvent(need),
];
export interface All {
  types: [
    Catalogue, ClientToken, ClientTokenProvider, ConfirmationProblem, EditProblem, FailedOutcome, Invalid, KnownCode, Messages,
    Misconfigured, Outcome, PaymentCard, PinProblem, PinRule, Plural, RateLimit, RateLimitBucket, RejectedError, SetCardPinListeners,
    SetCardPinProperties, Text, TokenReason,
  ];
}
`,
  frameworks: `
import { createElement, createRef } from 'react';
import type { SetCardPinElement } from 'set-card-pin';
import { SetCardPin, type SetCardPinProps } from 'set-card-pin/react';
import { isCustomElement } from 'set-card-pin/vue';
import type { GlobalComponents } from 'vue';

const required = { endpoint: 'https://api.example.com/graphql', cardId: 'card_123' };
export const ref = createRef<SetCardPinElement>();
createElement(SetCardPin, {
  ...required, ref, id: 'pin', className: 'wide', style: { maxWidth: 300 }, 'aria-label': 'PIN', pinLength: undefined,
  clientToken: { value: 'token' }, deniedPins: ['1234'], messages: { submit: 'Save' }, onClick: () => undefined,
  getClientToken: async ({ signal }) => (signal.aborted ? '' : 'token'),
  onPinSet: (event) => event.card.last4.length,
  onTokenExpired: (event) => event.respondWith(Promise.resolve('token')),
}, 'a child');
// @ts-expect-error: a card is required
createElement(SetCardPin, { endpoint: '' });
// @ts-expect-error: a number
createElement(SetCardPin, { ...required, pinLength: '4' });
// @ts-expect-error: it has no outcome
createElement(SetCardPin, { ...required, onPinSet: (event) => event.outcome });
export const props: SetCardPinProps = required;

export const isElement: boolean = isCustomElement('set-card-pin');
type InTemplate = InstanceType<GlobalComponents['set-card-pin']>['$props'];
export const inTemplate: InTemplate = {
  ...required, class: 'wide', key: 1, clientToken: 'token', onPinSet: (event) => event.card.last4.length,
};
// @ts-expect-error: a number
export const wrongInTemplate: InTemplate = { pinLength: '4' };
`,
};

const RESOLUTIONS = {
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
};

/** What the compiler says of it in a folder with the package, where every entry is imported too. */
export async function consumerTypeFaults(
  folder: string,
  surroundings: Surroundings,
  entries: readonly string[],
): Promise<string[]> {
  const file = join(folder, `${surroundings}.mts`);
  const imports = entries.map((entry) => `import '${entry}';\n`).join('');
  await writeFile(file, imports + CODE[surroundings]);
  const faults = Object.entries(RESOLUTIONS).flatMap(([name, resolution]) =>
    [false, true].flatMap((skipLibCheck) => {
      const options: ts.CompilerOptions = {
        ...resolution,
        skipLibCheck,
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        target: ts.ScriptTarget.ES2022,
        // The compiler's own are right.
        skipDefaultLibCheck: true,
        types: [],
      };
      const program = ts.createProgram([file], options, hostIn(folder, options));
      return ts
        .getPreEmitDiagnostics(program)
        .map((fault) => `${name}, skipLibCheck ${skipLibCheck}: ${textOf(fault)}`);
    }),
  );
  return faults;
}

const libraries = new Map<string, ts.SourceFile | undefined>();

/** Reads the compiler's own declarations once: they are most of what there is to read. */
function hostIn(folder: string, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getCurrentDirectory = () => folder;
  host.getSourceFile = (path, ...how) => {
    if (!/\/typescript\/lib\/lib\./.test(path)) return read(path, ...how);
    if (!libraries.has(path)) libraries.set(path, read(path, ...how));
    return libraries.get(path);
  };
  return host;
}

function textOf({ file, start = 0, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (file === undefined) return text;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${line + 1}: ${text}`;
}
