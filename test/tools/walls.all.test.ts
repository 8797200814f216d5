import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
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

/** Code that could expose the PIN, or lets a website in, with ESLint's message. */
const FORBIDDEN: readonly [path: string, code: string, message: RegExp][] = [
  ['src/service/submit.ts', 'globalThis.document.title;', /does not touch the document/],
  ['src/form/field.ts', 'declare const a: Element; a["innerHTML"] = "";', /innerHTML is banned/],
  ['src/form/field.ts', "import { unsafeHTML } from './x.js';", /unsafeHTML is banned/],
  ['src/form/field.ts', 'eval("1");', /no-eval/],
  ['src/service/attempt.ts', 'declare const f: { contentWindow: 1 }; f.contentWindow;', /pristine/],
  ['src/service/attempt.ts', 'void window.fetch("/");', /Use fetch of the pristine realm/],
  ['src/service/attempt.ts', 'console.error(1);', /no-console/],
  ['demo/apps/site/site.ts', "import { createServer } from 'node:http';", /createLoopbackServer/],
];

describe('the code of a folder', () => {
  for (const [path, code, message] of FORBIDDEN) {
    it(`is refused in ${path}: ${code}`, async () => {
      const [result] = await eslint.lintText(code, { filePath: join(PROJECT, path) });
      const messages = result?.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`) ?? [];
      assert.match(messages.join('\n'), message);
    });
  }

  it('is refused if it brings the pristine realm into the host’s side of isolated mode', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'set-card-pin-walls-'));
    try {
      await cp(join(PROJECT, 'src'), join(folder, 'src'), { recursive: true });
      for (const path of ['tsconfig.json', 'package.json', '.dependency-cruiser.js'])
        await copyFile(join(PROJECT, path), join(folder, path));
      await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
      const planted = 'src/isolated/host/planted.ts';
      await writeFile(join(folder, planted), "import '../../shield/pristine-realm.js';\n");
      const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
      const args = [program, '--config', '--output-type', 'err', 'src'];
      const output = await new Promise<string>((resolve) => {
        // Its exit code is the number of violations, so an error is expected.
        execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
      });
      assert.match(
        output,
        /error src\/isolated\/host: src\/isolated\/host\/planted\.ts → src\/shield/,
      );
      assert.match(output, /\b1 dependency violations \(1 errors/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
