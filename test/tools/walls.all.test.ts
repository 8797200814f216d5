import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, copyFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { PROJECT } from '../../tools/project.js';

/**
 * ESLint without the rules that need types, because the planted files belong to no TypeScript
 * project. No rule that is tested here needs types.
 */
const eslint = new ESLint({
  cwd: PROJECT,
  overrideConfig: [tseslint.configs.disableTypeChecked],
});

/** Returns the messages of ESLint, one in each line. */
async function lint(path: string, code: string): Promise<string> {
  const results = await eslint.lintText(code, { filePath: join(PROJECT, path) });
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message }) => `${ruleId}: ${message}`)
    .join('\n');
}

/** Code that a folder must not contain, with ESLint's message. */
const forbiddenCode: readonly [path: string, code: string, message: RegExp][] = [
  ['src/service/submit.ts', 'document.title;', /'document'.*does not touch the document/],
  ['src/service/submit.ts', 'window.name;', /'window'.*does not touch the document/],
  ['src/service/submit.ts', 'globalThis.document.title;', /'document'.*does not touch the doc/],
  ['src/service/request.ts', 'navigator.onLine;', /'navigator'.*does not touch the document/],
  ['src/set-pin/outcome.ts', 'new HTMLElement();', /'HTMLElement'.*does not touch the document/],
  ['src/pin/rules.ts', 'customElements.get("a");', /'customElements'.*does not touch the doc/],

  ['src/element/events.ts', "void import('./messages/en.js');", /No import\(\) in src/],
  ['src/form/field.ts', 'declare const a: Element; a.innerHTML = "";', /innerHTML is banned/],
  ['src/form/field.ts', 'declare const a: Element; a["innerHTML"] = "";', /innerHTML is banned/],
  ['src/service/submit.ts', 'declare const a: { outerHTML: 1 }; a.outerHTML;', /outerHTML is ban/],
  ['src/shield/pristine-realm.ts', 'declare const a: Element; a.outerHTML = "";', /outerHTML is/],
  ['src/form/field.ts', 'declare const a: Element; a.insertAdjacentHTML;', /AdjacentHTML is ban/],
  ['src/form/field.ts', "import { unsafeHTML } from './x.js';", /unsafeHTML is banned/],
  ['src/form/field.ts', 'eval("1");', /no-eval/],
  ['src/form/field.ts', 'new Function("1");', /no-new-func/],
  ['src/form/field.ts', 'setTimeout("1");', /no-implied-eval/],

  ['src/element/language.ts', 'declare const f: HTMLIFrameElement; f.contentWindow;', /pristine/],
  ['src/service/request.ts', 'declare const f: { contentWindow: 1 }; f.contentWindow;', /pristine/],
  ['src/isolated/page/config.ts', 'declare const f: HTMLIFrameElement; f.contentWindow;', /pristi/],
  ['src/element/language.ts', 'void fetch("/");', /Use fetch of the pristine realm/],
  ['src/element/language.ts', 'void globalThis.fetch("/");', /Use fetch of the pristine realm/],
  ['src/element/language.ts', 'void window.fetch("/");', /Use fetch of the pristine realm/],
  ['src/isolated/host/framed-form.ts', 'void fetch("/");', /Use fetch of the pristine realm/],
  ['src/service/request.ts', 'void fetch("/");', /Use fetch of the pristine realm/],
  ['src/index.ts', 'console.log(1);', /no-console/],
  ['src/service/request.ts', 'console.error(1);', /no-console/],
  ['src/form/view.ts', 'export const boxes = length;', /This is window\.length: declare/],

  ['demo/apps/site/site.ts', "import { createServer } from 'node:http';", /createLoopbackServer/],
  ['tools/bench/testbed.ts', "import { createServer } from 'node:http';", /createLoopbackServer/],

  ['src/index.ts', `// ${'word '.repeat(20)}`, /max-len.*Maximum allowed is 100/],
  ['tools/build/main.ts', `/** ${'word '.repeat(20)}*/`, /max-len.*Maximum allowed is 100/],

  ['test/element/x.browser.test.ts', "it.only('x', () => {});", /every test must run/],
  ['test/node/x.test.ts', "describe.skip('x', () => {});", /every test must run/],
  ['test/element/x.browser.test.ts', 'expect(1).to.be.accessible();', /Await this call/],
  ['test/element/x.browser.test.ts', "sendKeys({ press: 'a' });", /Await this call/],
];

/** Permitted code that looks like forbidden code. */
const permittedCode: readonly [path: string, code: string][] = [
  ['src/service/request.ts', 'export interface Platform { readonly fetch: typeof fetch }'],
  ['src/shield/pristine-realm.ts', 'declare const f: HTMLIFrameElement; f.contentWindow?.fetch;'],
  ['src/shield/platform.ts', 'void fetch("/");'],
  ['src/isolated/host/connection.ts', 'declare const f: HTMLIFrameElement; f.contentWindow;'],
];

describe('the code of a folder', () => {
  for (const [path, code, message] of forbiddenCode) {
    it(`is refused in ${path}: ${code}`, async () => {
      assert.match(await lint(path, code), message);
    });
  }

  for (const [path, code] of permittedCode) {
    it(`may be in ${path}: ${code}`, async () => {
      assert.doesNotMatch(await lint(path, code), /no-restricted/);
    });
  }

  it('is linted in every file of these tables', async () => {
    for (const path of new Set(forbiddenCode.map(([planted]) => planted))) {
      assert.equal(await eslint.isPathIgnored(join(PROJECT, path)), false, path);
    }
  });
});

/**
 * Imports that a wall forbids. The test adds each to a new file if its place is a folder, and to
 * the end of the file otherwise.
 */
const forbiddenImports: readonly [where: string, code: string, wall: string][] = [
  ['src/pin/', "import '../form/phase.js';", 'src/pin'],
  ['src/pin/', "import type { X } from '../form/phase.js';", 'src/pin'],
  ['src/pin/', "export * from '../set-pin/operation.js';", 'src/pin'],
  ['src/pin/', "import 'lit';", 'src/pin'],
  ['src/set-pin/', "import { x } from '../pin/rules.js'; x();", 'src/set-pin, types'],
  ['src/set-pin/', "import 'lit';", 'src/set-pin'],
  ['src/service/', "import 'lit';", 'src/service'],
  ['src/service/', "import type { X } from 'lit-html';", 'src/service'],
  ['src/service/', "import '../form/phase.js';", 'src/service'],
  ['src/service/', "import 'graphql';", 'src/service'],
  ['src/service/', "import 'graphql-request';", 'only src/service/request imports graphql-request'],
  ['src/element/', "import type { X } from 'graphql-request';", 'src/element'],
  ['src/shield/', "import '../service/endpoint.js';", 'src/shield, types'],
  ['src/shield/', "import 'lit';", 'src/shield'],
  ['src/messages/', "import { x } from '../pin/rules.js'; x();", 'src/messages, types'],
  ['src/messages/', "import 'lit';", 'src/messages'],
  ['src/locales/', "import '../element/events.js';", 'src/locales'],
  ['src/form/', "import '../element/events.js';", 'src/form'],
  ['src/form/', "import '../shield/platform.js';", 'src/form, types'],
  ['src/form/', "import 'lit/directives/unsafe-html.js';", 'markup comes from templates only'],
  [
    'src/isolated/look.ts',
    "import '../form/phase.js';",
    'src/isolated/(protocol|shape|look), types',
  ],
  ['src/isolated/host/', "import '../../form/field.js';", 'src/isolated/host, types'],
  ['src/isolated/host/', "import '../page/host-tokens.js';", 'src/isolated/host'],
  ['src/isolated/host/', "import '../../shield/pristine-realm.js';", 'src/isolated/host'],
  ['src/isolated/page/', "import '../host/framed-form.js';", 'src/isolated/page'],
  ['src/isolated/page/', "import '../../element/events.js';", 'src/isolated/page'],
  ['src/element/', "import '../isolated/page/config.js';", 'src/element'],
  ['src/element/', "import type { X } from 'vue';", 'src/element'],
  ['src/index.ts', "import 'react';", 'src/index'],
  ['src/index.ts', "import './form/phase.js';", 'src/index'],
  ['src/testing.ts', "import './form/phase.js';", 'src/testing'],
  ['src/script-tag.ts', "import './element/events.js';", 'src/script-tag'],
  ['src/react.ts', "import type { X } from '@vue/runtime-dom';", 'src/react'],
  ['src/jsx.ts', "import './element/events.js';", 'src/jsx, types'],
  ['src/jsx.ts', "import type { X } from 'vue';", 'src/jsx'],
  ['src/svelte.ts', "import './element/events.js';", 'src/svelte, types'],
  ['src/svelte.ts', "import type { X } from 'vue';", 'src/svelte'],
  ['src/vue.ts', "import './element/events.js';", 'src/vue, types'],
  ['src/vue.ts', "import type { X } from 'react';", 'src/vue'],
  ['src/node/', "import '../form/phase.js';", 'src/node'],
  ['src/node/', "import 'lit';", 'src/node'],
  ['src/node/frame/', "import '../sandbox/clock.js';", 'src/node/frame'],
  ['src/node/frame/', "import 'graphql';", 'src/node/frame'],
  ['src/node/doctor/', "import '../sandbox/clock.js';", 'src/node/doctor'],
  ['src/node/server/', "import '../command.js';", 'src/node/server'],
  [
    'src/node/server/',
    "import { Buffer } from 'node:buffer'; Buffer.from('');",
    'src/node/server uses nothing of Node',
  ],
  ['src/node/sandbox/', "import '../../service/reply.js';", 'src/node/sandbox'],
  ['src/element/', "import '../../demo/project.js';", 'src/element'],
  ['src/messages/', "import '../../tools/project.js';", 'src/messages'],
  ['demo/', "import '../tools/project.js';", 'demo'],
  ['demo/looks/', "import '../stories/stories.js';", 'demo/looks'],
  [
    'demo/portal/sessions.ts',
    "import '../../src/node/options.js';",
    'demo/portal/(portal|sessions)',
  ],
  ['demo/server-calls/', "import '../start/arguments.js';", 'demo/server-calls'],
  ['demo/stories/', "import '../playground/sandbox-connection.js';", 'demo/stories'],
  ['demo/playground/', "import '../stories/stories.js';", 'demo/playground'],
  ['demo/apps/site/', "import '../../playground/sandbox-connection.js';", 'demo/apps'],
  ['tools/', "import '../test/support/fuzz.js';", 'tools'],
];

/** Imports that the folders need from each other. */
const permittedImports: readonly [where: string, code: string][] = [
  ['src/set-pin/', "import type { X } from '../pin/rules.js'; export type Y = X;"],
  ['src/messages/', "import type { X } from '../set-pin/outcome.js'; export type Y = X;"],
  ['src/locales/', "import { x } from '../messages/languages.js'; x();"],
  ['src/isolated/host/', "import type { X } from '../../form/settings.js'; export type Y = X;"],
  ['src/node/', "import { readFile } from 'node:fs/promises'; void readFile('');"],
];

describe('an import between folders', () => {
  let folder: string;
  /** Names of the walls that forbid an import of a file, by the file's path. */
  const violatedWalls = new Map<string, Set<string>>();

  /** Returns the path of the file with a row's import, in the copy of the project. */
  const fileOf = (where: string, kind: string, index: number): string =>
    where.endsWith('/') ? `${where}${kind}-${index}.ts` : where;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-walls-'));
    for (const path of ['src', 'demo', 'tools', 'test/support'])
      await cp(join(PROJECT, path), join(folder, path), { recursive: true });
    for (const path of ['tsconfig.json', 'package.json', '.dependency-cruiser.js'])
      await copyFile(join(PROJECT, path), join(folder, path));
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    const plant = ([where, code]: readonly string[], file: string): Promise<void> =>
      where!.endsWith('/')
        ? writeFile(join(folder, file), `${code}\n`)
        : appendFile(join(folder, file), `${code}\n`);
    for (const [index, row] of forbiddenImports.entries())
      await plant(row, fileOf(row[0], 'forbidden', index));
    for (const [index, row] of permittedImports.entries())
      await plant(row, fileOf(row[0], 'permitted', index));

    const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
    const output = await new Promise<string>((resolve) => {
      // Its exit code is the number of violations, so an error is expected.
      execFile(
        process.execPath,
        [program, '--config', '--output-type', 'json', 'src', 'demo', 'tools', 'test'],
        { cwd: folder, maxBuffer: 2 ** 28 },
        (_error, stdout) => resolve(stdout),
      );
    });
    const { summary } = JSON.parse(output) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    for (const { from, rule } of summary.violations)
      violatedWalls.set(from, (violatedWalls.get(from) ?? new Set()).add(rule.name));
  });

  after(() => rm(folder, { recursive: true }));

  for (const [index, [where, code, wall]] of forbiddenImports.entries()) {
    it(`is refused in ${where}: ${code}`, () => {
      const walls = [...(violatedWalls.get(fileOf(where, 'forbidden', index)) ?? [])];
      assert.ok(walls.includes(wall), walls.join(', '));
    });
  }

  for (const [index, [where, code]] of permittedImports.entries()) {
    it(`may be in ${where}: ${code}`, () => {
      assert.equal(violatedWalls.get(fileOf(where, 'permitted', index)), undefined);
    });
  }
});
