import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT } from '../../tools/project.js';

describe('the code of a folder', () => {
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
