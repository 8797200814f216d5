import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The planted files exist in no project of TypeScript's, so the rules that need types are off: no wall is one of them. */
const eslint = new ESLint({
  cwd: PROJECT,
  overrideConfig: [tseslint.configs.disableTypeChecked],
});

async function complaintsAbout(path: string, code: string): Promise<string> {
  const results = await eslint.lintText(code, { filePath: join(PROJECT, path) });
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message }) => `${ruleId}: ${message}`)
    .join('\n');
}

/** Each offence, where it is planted, and what the wall says of it. */
const offences: readonly [path: string, code: string, complaint: RegExp][] = [
  ['src/pin-rules.ts', "import './events.js';", /pin-rules\.ts imports nothing/],
  ['src/pin-rules.ts', "import type { X } from './events.js';", /pin-rules\.ts imports nothing/],
  ['src/pin-rules.ts', "export * from './events.js';", /pin-rules\.ts imports nothing/],

  ['src/set-pin/set-pin.ts', "import 'lit';", /set-pin knows no Lit/],
  ['src/set-pin/set-pin.ts', "import type { X } from 'lit';", /set-pin knows no Lit/],
  ['src/set-pin/set-pin.ts', "import 'lit/directives/ref.js';", /set-pin knows no Lit/],
  ['src/set-pin/set-pin.ts', "import 'lit-html';", /set-pin knows no Lit/],
  ['src/set-pin/set-pin.ts', "import '@lit/task';", /set-pin knows no Lit/],
  ['src/set-pin/request.ts', "import 'lit';", /set-pin knows no Lit/],
  ['src/set-pin/set-pin.ts', "import { X } from '../events.js';", /nothing from the rest of src/],
  ['src/set-pin/request.ts', "import { X } from '../events.js';", /nothing from the rest of src/],
  ['src/set-pin/set-pin.ts', 'document.title;', /'document'.*touches no document/],
  ['src/set-pin/set-pin.ts', 'window.name;', /'window'.*touches no document/],
  ['src/set-pin/set-pin.ts', 'globalThis.document.title;', /'document'.*touches no document/],
  ['src/set-pin/request.ts', 'navigator.onLine;', /'navigator'.*touches no document/],
  ['src/set-pin/outcome.ts', 'new HTMLElement();', /'HTMLElement'.*touches no document/],
  ['src/set-pin/outcome.ts', 'customElements.get("a");', /'customElements'.*touches no doc/],

  ['src/set-pin/set-pin.ts', "import 'graphql-request';", /only importer of graphql-request/],
  ['src/events.ts', "import 'graphql-request';", /only importer of graphql-request/],
  ['src/events.ts', "import type { X } from 'graphql-request';", /only importer of graphql-req/],
  ['src/events.ts', "import 'graphql';", /nobody imports graphql/],
  ['src/set-pin/request.ts', "import 'graphql';", /graphql itself would bring its parser/],

  ['src/messages/en.ts', "import { X } from '../pin-rules.js';", /src\/messages imports nothing/],
  ['src/messages/en.ts', "import 'lit';", /src\/messages imports nothing/],
  ['src/locales/de.ts', "import { X } from '../events.js';", /src\/locales imports nothing/],
  ['src/locales/de.ts', "import 'lit';", /src\/locales imports nothing/],

  ['src/index.ts', "import 'react';", /only importer of React/],
  ['src/events.ts', "import type { X } from 'react';", /only importer of React/],
  ['src/set-pin/request.ts', "import '@lit/react';", /only importer of React/],
  ['src/vue.ts', "import type { X } from 'react';", /only importer of React/],
  ['src/component.ts', "import type { X } from 'vue';", /only importer of Vue/],
  ['src/react.ts', "import type { X } from '@vue/runtime-dom';", /only importer of Vue/],
  ['src/vue.ts', "import { ref } from 'vue';", /it imports types alone/],
  ['src/vue.ts', "import './index.js';", /it imports types alone/],

  ['src/events.ts', "import '../demo/sandbox/cards.js';", /nothing from demo, test or tools/],
  ['src/set-pin/set-pin.ts', "import '../../test/node/x.js';", /nothing from demo, test or tools/],
  ['src/set-pin/request.ts', "import '../../demo/x.js';", /nothing from demo, test or tools/],
  ['src/messages/en.ts', "import '../../tools/x.js';", /nothing from demo, test or tools/],
  ['src/events.ts', "void import('./messages/en.js');", /No import\(\) in src/],

  ['src/pin-field.ts', 'declare const a: Element; a.innerHTML = "";', /innerHTML is banned/],
  ['src/pin-field.ts', 'declare const a: Element; a["innerHTML"] = "";', /innerHTML is banned/],
  ['src/set-pin/set-pin.ts', 'declare const a: { outerHTML: 1 }; a.outerHTML;', /outerHTML is ban/],
  ['src/pristine-realm.ts', 'declare const a: Element; a.outerHTML = "";', /outerHTML is banned/],
  ['src/pin-field.ts', 'declare const a: Element; a.insertAdjacentHTML;', /AdjacentHTML is banned/],
  ['src/pin-field.ts', "import { unsafeHTML } from './x.js';", /unsafeHTML is banned/],
  ['src/pin-field.ts', "import 'lit/directives/unsafe-html.js';", /Markup comes from templates/],
  ['src/pin-field.ts', 'eval("1");', /no-eval/],
  ['src/pin-field.ts', 'new Function("1");', /no-new-func/],
  ['src/pin-field.ts', 'setTimeout("1");', /no-implied-eval/],

  [
    'src/set-card-pin-element.ts',
    'declare const f: HTMLIFrameElement; f.contentWindow;',
    /pristine/,
  ],
  ['src/set-pin/request.ts', 'declare const f: { contentWindow: 1 }; f.contentWindow;', /pristine/],
  ['src/set-card-pin-element.ts', 'void fetch("/");', /Take fetch from src\/pristine-realm/],
  ['src/set-card-pin-element.ts', 'void globalThis.fetch("/");', /Take fetch from src\/pristine/],
  ['src/set-card-pin-element.ts', 'void window.fetch("/");', /Take fetch from src\/pristine-realm/],
  ['src/frame/framed-form.ts', 'void fetch("/");', /Take fetch from src\/pristine-realm/],
  ['src/frame/framed-form.ts', "import '../pin-field.js';", /nothing that a PIN passes through/],
  [
    'src/frame/frame-page.ts',
    'declare const f: HTMLIFrameElement; f.contentWindow?.focus();',
    /Only src\/pristine-realm/,
  ],
  ['src/set-pin/request.ts', 'void fetch("/");', /Take fetch from src\/pristine-realm/],
  ['src/index.ts', 'console.log(1);', /no-console/],
  ['src/set-pin/request.ts', 'console.error(1);', /no-console/],

  ['src/view.ts', 'export const boxes = length;', /the window's length: a variable/],
  ['test/browser/x.test.ts', "it.only('x', () => {});", /Every test runs/],
  ['test/node/x.test.ts', "describe.skip('x', () => {});", /Every test runs/],
  ['test/browser/x.test.ts', 'expect(1).to.be.accessible();', /what nobody awaits shows nothing/],
  ['test/browser/x.test.ts', "sendKeys({ press: 'a' });", /what nobody awaits shows nothing/],
];

/** What the rooms need from each other and may therefore do. */
const permitted: readonly [path: string, code: string][] = [
  ['src/set-pin/request.ts', "import { GraphQLClient } from 'graphql-request'; GraphQLClient;"],
  ['src/react.ts', "import { createComponent } from '@lit/react'; createComponent;"],
  ['src/react.ts', "import * as React from 'react'; React;"],
  ['src/vue.ts', "import type { X } from 'vue'; export type Y = X;"],
  ['src/set-pin/set-pin.ts', "import { x } from '../pin-rules.js'; x();"],
  ['src/set-pin/set-pin.ts', "import type { X } from '../events.js'; export type Y = X;"],
  ['src/set-pin/set-pin.ts', "import { x } from './operation.js'; x();"],
  ['src/set-pin/request.ts', 'export interface Platform { readonly fetch: typeof fetch }'],
  ['src/messages/en.ts', "import { x } from './catalogue.js'; x();"],
  ['src/messages/en.ts', "import type { X } from '../pin-rules.js'; export type Y = X;"],
  ['src/locales/de.ts', "import { x } from '../messages/languages.js'; x();"],
  ['src/pristine-realm.ts', 'declare const f: HTMLIFrameElement; f.contentWindow?.fetch;'],
  ['src/pin-platform.ts', 'void fetch("/");'],
  ['src/frame/frame-page.ts', 'void fetch("config.json");'],
  ['src/frame/framed-form.ts', 'declare const f: HTMLIFrameElement; f.contentWindow?.focus();'],
];

describe('the walls between the rooms of src', () => {
  for (const [path, code, complaint] of offences) {
    it(`forbid in ${path}: ${code}`, async () => {
      assert.match(await complaintsAbout(path, code), complaint);
    });
  }

  for (const [path, code] of permitted) {
    it(`permit in ${path}: ${code}`, async () => {
      assert.doesNotMatch(await complaintsAbout(path, code), /no-restricted/);
    });
  }

  it('are planted in files that are linted', async () => {
    for (const path of new Set(offences.map(([planted]) => planted))) {
      assert.equal(await eslint.isPathIgnored(join(PROJECT, path)), false, path);
    }
  });
});
