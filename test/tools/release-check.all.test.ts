import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileFaults, versionFaults } from '../../tools/check/release/package-faults.js';
import { workflowFaults } from '../../tools/check/release/workflow-faults.js';
import type { PackageManifest } from '../../tools/pack.js';
import { PROJECT } from '../../tools/project.js';

const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as PackageManifest;

describe('the check of a release', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-22\n\n## [1.2.2]\n';
  const locked = { version: '1.2.3' };

  it('reports versions that differ in the tag, package.json, package-lock.json and CHANGELOG.md', () => {
    const faultsOf = (version: string, tag?: string) =>
      versionFaults({ version, locked: { version }, changelog, tag });
    assert.deepEqual(faultsOf('1.2.3', 'v1.2.3'), []);
    assert.deepEqual(faultsOf('1.2.4'), []);
    assert.deepEqual(faultsOf('1.2.3', 'v1.2.4'), [
      'The tag is v1.2.4, but package.json has version 1.2.3: expected v1.2.3.',
    ]);
    assert.deepEqual(faultsOf('1.2.4', 'v1.2.4'), [
      'CHANGELOG.md has no section "## [1.2.4] - YYYY-MM-DD". Add it.',
    ]);
    assert.deepEqual(faultsOf('1.2.2', 'v1.2.2'), [
      'CHANGELOG.md: "## [1.2.2]" has no date. Add " - YYYY-MM-DD".',
    ]);
    assert.deepEqual(versionFaults({ version: '1.3.0', locked, changelog }), [
      'package.json has version 1.3.0, but package-lock.json has 1.2.3. Run npm install.',
    ]);
  });

  it('reports files that package.json names but the package doesn’t have, and unexpected files', () => {
    const files = [
      ...[
        'README.md',
        'SECURITY.md',
        'docs/start.md',
        'docs/recipes/rollout.md',
        'src/node/sandbox/README.md',
        'LICENSE',
        'package.json',
        'dist/cdn/set-card-pin.js',
        'dist/cdn/locales/de.js',
        'dist/isolated.js',
        'dist/isolated-mode.d.ts',
      ],
      ...['element', 'index', 'jsx', 'react', 'svelte', 'testing', 'vue'].flatMap((name) => [
        `dist/${name}.js`,
        `dist/${name}.d.ts`,
      ]),
      ...['dist/locales/de.js', 'dist/locales/de.d.ts', 'dist/frame/index.html'],
      ...['custom-elements', 'integrity', 'vscode.html-custom-data', 'web-types'].map(
        (name) => `dist/${name}.json`,
      ),
      ...[
        'set-card-pin.js',
        'sandbox.js',
        'sandbox/sandbox.d.ts',
        'server.js',
        'server/client-token-handler.d.ts',
      ].map((name) => `dist/node/${name}`),
    ];
    assert.deepEqual(fileFaults(manifest, files), []);
    const without = files.filter((file) => !/react\.d\.ts|locales\/de\.js|main/.test(file));
    assert.deepEqual(
      fileFaults(manifest, without).map((fault) => / (\.\S+),/.exec(fault)?.[1]),
      ['./dist/react.d.ts', './dist/locales/*.js'],
    );
    for (const file of [
      'src/index.ts',
      'dist/set-pin/request.d.ts',
      'dist/locales/de.js.map',
      'docs/images/playground.png',
      '.env',
    ])
      assert.match(fileFaults(manifest, [...files, file]).join(), new RegExp(`^${file} is in the`));
  });
});

describe('the workflows', () => {
  const folder = join(PROJECT, '.github', 'workflows');

  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');

    it(`run only scripts that package.json has: ${name}`, () => {
      const { scripts } = manifest as unknown as { scripts: Record<string, string> };
      const called = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
      for (const script of called) assert.ok(script in scripts, script);
    });

    it(`have only the permissions that they need, and name no registry: ${name}`, () => {
      assert.match(text, /^permissions:\n {2}contents: read\n\n/m);
      assert.doesNotMatch(text, /registry|https?:|contents: write|write-all|pull_request_target/);
    });
  }

  for (const name of readdirSync(folder)) {
    it(`pin their actions, and publish without running any code of the project: ${name}`, () => {
      assert.deepEqual(workflowFaults(readFileSync(join(folder, name), 'utf8')), []);
    });
  }

  const commit = '0123456789abcdef0123456789abcdef01234567';
  const publish = 'npm publish ./package/*.tgz --provenance --access public --ignore-scripts';

  /** Returns a workflow with one job that may publish. */
  const publishing = (step: string, job = 'permissions: { id-token: write }'): string =>
    `permissions: { contents: read }\njobs:\n  publish:\n    ${job}\n    steps:\n      - ${step}\n`;

  it('may publish a tarball that another job has packed', () => {
    const action = `uses: actions/download-artifact@${commit}`;
    assert.deepEqual(workflowFaults(publishing(action)), []);
    assert.deepEqual(workflowFaults(publishing(`run: ${publish}`)), []);
  });

  for (const command of [
    'npm ci',
    'npm install',
    'npm run build',
    'npx tsx tools/build/main.ts',
    '.ci/run',
    'node tools/x.js',
    'npm publish --provenance --access public --ignore-scripts',
    'npm publish . --ignore-scripts',
    'npm publish ./package/*.tgz --provenance --access public',
    `npm ci && ${publish}`,
    `${publish}; npm ci`,
    `$(npm ci) ${publish}`,
    `|\n          npm ci\n          ${publish}`,
  ]) {
    it(`are refused if a job that may publish runs: ${command.replaceAll(/\s+/g, ' ')}`, () => {
      const [fault, ...more] = workflowFaults(publishing(`run: ${command}`));
      assert.match(fault ?? '', /^publish may publish: it must not run /);
      assert.deepEqual(more, []);
      // Without the permission the same command is fine.
      assert.deepEqual(
        workflowFaults(publishing(`run: ${command}`, 'permissions: { contents: read }')),
        [],
      );
    });
  }

  for (const [title, text, ...faults] of [
    [
      'checks the project out',
      publishing(`uses: actions/checkout@${commit}`),
      `publish may publish: it must not use actions/checkout@${commit}.`,
    ],
    [
      'restores a cache',
      publishing(`{ uses: actions/setup-node@${commit}, with: { cache: npm } }`),
      'publish may publish: it must not restore a cache.',
    ],
    [
      'runs in a container',
      publishing(`run: ${publish}`, 'permissions: write-all\n    container: node'),
      'publish may publish: it must not have container in its job.',
    ],
    [
      'has a variable that makes Node load a file',
      publishing(`{ run: ${publish}, env: { NODE_OPTIONS: --require=./x.cjs } }`),
      'publish may publish: it must not have env in its step.',
    ],
    [
      'inherits such a variable',
      `env: { NODE_OPTIONS: --require=./x.cjs }\n${publishing(`run: ${publish}`)}`,
      'publish may publish: it must not have env in its workflow.',
    ],
    [
      'inherits its permission',
      'permissions: { id-token: write }\njobs: { publish: { steps: [{ run: npm ci }] } }',
      'publish may publish: it must not run npm ci.',
    ],
    [
      'has the permissions that the repository gives',
      'jobs: { publish: { steps: [{ run: npm ci }] } }',
      'publish may publish: it must not run npm ci.',
    ],
    [
      'calls another workflow',
      `jobs: { publish: { permissions: { contents: write }, uses: './.github/workflows/x.yml@${commit}' } }`,
      'publish may publish: it must not have uses in its job.',
      `publish may publish: it must not use ./.github/workflows/x.yml@${commit}.`,
    ],
    [
      'uses an action by its tag',
      publishing('uses: actions/download-artifact@v8'),
      'publish uses actions/download-artifact@v8, which is not pinned to a commit.',
    ],
  ] as const) {
    it(`are refused if a job that may publish ${title}`, () => {
      assert.deepEqual(workflowFaults(text), faults);
    });
  }
});
