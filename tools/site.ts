/** `npm run site`: builds the playground and the stories as one folder of static files. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, transformWithOxc } from 'vite';
import { buildFrame } from '../demo/frame-origin.js';
import { isParent, type FrameConfig } from '../src/isolated/config.js';
import { callCommand, readOptions, UsageError } from '../src/node/command.js';
import { prepareFrame } from '../src/node/frame/frame-files.js';
import { PROJECT } from './project.js';

const FOLDER = 'demo/dist';

const DEFAULT_ORIGINS = ['http://localhost:8080', 'http://127.0.0.1:8080'];

const HELP = `Usage: npm run site [-- --origins ORIGIN,ORIGIN]

Builds the playground and the stories as a folder of static files, ${FOLDER}, with the sandbox in
the page. Any web server can serve it, at any path.

  --origins A,B  the two origins that serve the folder, for isolated mode: each serves the frame page
                 for the other. On any other origin, the playground doesn't offer isolated mode.
                 Default: ${DEFAULT_ORIGINS.join(',')}
  --help         show this help
`;

const STAND_IN = '/demo/stand-in';

/** @throws {UsageError} if there are not two origins */
function readOrigins(text = ''): readonly string[] {
  const origins = text.split(',');
  if (new Set(origins).size === 2 && origins.length === 2 && origins.every(isParent))
    return origins;
  throw new UsageError(
    '--origins must be two origins, such as https://demo.example.com,https://pin.example.com.',
  );
}

/** Builds the pages, with the stand-in before all other scripts. */
async function buildPages(config: FrameConfig): Promise<void> {
  const node = join(PROJECT, STAND_IN, 'node.ts');
  await build({
    root: PROJECT,
    configFile: false,
    base: './',
    logLevel: 'warn',
    define: { FRAME_CONFIG: JSON.stringify(config) },
    resolve: { alias: { 'node:crypto': node, 'node:http': node } },
    plugins: [
      {
        name: 'stand-in',
        transformIndexHtml: {
          order: 'pre',
          handler: (html) =>
            html
              .replace('<head>', `$&<script type="module" src="${STAND_IN}/page.ts"></script>`)
              .replace('Don’t use real data.', 'Don’t use real data. The API is in this page.'),
        },
      },
    ],
    build: {
      outDir: FOLDER,
      emptyOutDir: true,
      rolldownOptions: {
        input: ['index.html', 'demo/stories/index.html'].map((page) => join(PROJECT, page)),
        transform: { inject: { Buffer: [node, 'Buffer'] } },
      },
    },
  });
}

/** Writes the frame page, with the stand-in before its script. */
async function writeFrame(config: FrameConfig): Promise<void> {
  const source = join(PROJECT, STAND_IN, 'frame.ts');
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
  const built = await buildFrame();
  const script = Buffer.concat([Buffer.from(code), built.get('frame.js')!]);
  const { files } = prepareFrame(new Map([...built, ['frame.js', script]]), config);
  const folder = join(PROJECT, FOLDER, 'frame');
  await mkdir(folder, { recursive: true });
  for (const [path, content] of files) await writeFile(join(folder, path), content);
}

await callCommand(
  HELP,
  (args) => readOptions(args, { origins: readOrigins }),
  async ({ origins = DEFAULT_ORIGINS }) => {
    // A name that no server can have (RFC 2606).
    const config = { parents: origins, endpoints: ['https://sandbox.example/graphql'] };
    await buildPages(config);
    await writeFrame(config);
    console.log(`built: ${FOLDER}`);
  },
);
