/**
 * Vite's development server reloads the package when one of its files changes, as in a workspace.
 */
import assert from 'node:assert/strict';
import { mkdtemp, realpath, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createServer as createVite } from 'vite';
import { PROJECT } from '../../tools/project.js';
import { buildPart, writeFiles } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';

/** Milliseconds for a page. Without a limit, a failing test could wait forever. */
const LIMIT = { timeout: 180_000 };

/** The page accepts updates of a module, as the components of a framework do. */
const APP = {
  'index.html':
    '<!doctype html><title>A portal</title><script type="module" src="/main.js"></script>',
  'main.js': `import { text } from './part.js';
    document.body.innerHTML = '<p></p><set-card-pin></set-card-pin>';
    const show = (text) => (document.querySelector('p').textContent = text);
    show(text);
    import.meta.hot.accept('./part.js', (part) => show(part.text));`,
  'part.js': `import './package/index.js'; export const text = 'before';`,
};

describe('a development server that reloads modules', () => {
  const browser = useChromium();

  /** Opens the page. Returns it, a function that edits a file, and the errors in its console. */
  async function open(test: TestContext) {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'set-card-pin-reload-')));
    test.after(() => rm(folder, { recursive: true, force: true }));
    // Vite doesn't watch the packages of node_modules.
    await writeFiles(join(folder, 'package'), await buildPart('modules'));
    await writeFiles(folder, new Map(Object.entries(APP)));
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    const server = await createVite({
      root: folder,
      cacheDir: join(folder, 'cache'),
      configFile: false,
      logLevel: 'error',
      server: { host: '127.0.0.1', port: 0, fs: { strict: false } },
      optimizeDeps: { noDiscovery: true, include: [] },
    });
    await server.listen();
    const page = await (await browser().newContext()).newPage();
    test.after(async () => {
      await page.context().close();
      await server.close();
    });
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(server.resolvedUrls!.local[0]!);
    await page.getByText('before').waitFor();
    await page.evaluate(() => Object.assign(globalThis, { isFirstPage: true }));
    const edit = async (file: string, addition: string): Promise<void> => {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, `${text.replace('before', 'after')}\n${addition}`);
    };
    return { page, edit, errors };
  }

  it('reports no error after edits in the package', LIMIT, async (test) => {
    const { page, edit, errors } = await open(test);
    for (const file of ['package/set-card-pin-element.js', 'package/index.js', 'part.js']) {
      await edit(file, `globalThis.edited = '${file}';`);
      // Not Vite's message of an update: it may send two for one edit.
      await page.waitForFunction((name) => Reflect.get(globalThis, 'edited') === name, file);
    }
    await page.getByText('after').waitFor();
    assert.ok(await page.evaluate(() => 'isFirstPage' in globalThis), 'The page was loaded again.');
    assert.deepEqual(errors, []);
  });

  it('reports that another entry has registered the element', LIMIT, async (test) => {
    const { page, edit, errors } = await open(test);
    const failed = page.waitForEvent('console', (message) => /Failed to re/.test(message.text()));
    await edit('part.js', `import './package/inline.js';`);
    await failed;
    assert.match(errors.join('\n'), /already been used with this registry/);
  });
});
