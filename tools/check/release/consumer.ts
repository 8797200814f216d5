import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { consumerTypeFaults, type Surroundings } from './consumer-types.js';
import { npm } from '../../npm.js';
import { wordsOf } from './words.js';
import type { Packed } from './packed.js';

/** What the frameworks' entries need beside them. */
const FRAMEWORKS = ['react', '@types/react', 'vue'];

/** The entries that need them: in Node the one for Vue alone would do without. */
const FOR_FRAMEWORKS = ['./react', './vue'];

/** How long an import may take to leave nothing running, in milliseconds. */
const PATIENCE = 20_000;

/** Globals in which Lit keeps its versions, and the registry that it brings to Node. */
const LITS = /^(lit|reactive)\w*(Versions|Metadata)$|^(litServerRoot|customElements)$/;

/** Says what an import left behind; ends by itself where that is nothing. */
const IMPORT = `
const before = Object.getOwnPropertyNames(globalThis);
for (const entry of process.argv.slice(1)) await import(entry);
const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name) && !${LITS}.test(name));
if (added.length > 0) console.log('leaves global variables: ' + added);
`;

/** Somebody's project, in which there is nothing but the package. */
export class Consumer {
  readonly #folder: string;
  readonly #packed: Packed;

  constructor(folder: string, packed: Packed) {
    this.#folder = folder;
    this.#packed = packed;
  }

  async install(): Promise<string[]> {
    await mkdir(this.#folder);
    await writeFile(join(this.#folder, 'package.json'), '{ "private": true, "type": "module" }');
    return this.#add(this.#packed.tarball);
  }

  installFrameworks(): Promise<string[]> {
    const { devDependencies } = this.#packed.manifest;
    return this.#add(...FRAMEWORKS.map((name) => `${name}@${devDependencies[name]}`));
  }

  /** What importing an entry prints, leaves behind or throws; those of one pattern are imported together. */
  async importFaults(surroundings: Surroundings): Promise<string[]> {
    const faults = await Promise.all(
      this.#modules(surroundings).map(async (entries) => {
        const names = entries.join(', ');
        try {
          const { stdout, stderr } = await promisify(execFile)(
            process.execPath,
            ['--input-type=module', '--eval', IMPORT, ...entries],
            // What npm and tsx have put there is not the consumer's.
            { cwd: this.#folder, timeout: PATIENCE, env: { PATH: process.env['PATH'] } },
          );
          const said = (stdout + stderr).trim();
          return said === '' ? [] : [`${names}: ${said}`];
        } catch (error) {
          const isSlow = (error as { killed?: boolean }).killed === true;
          return [`${names}: ${isSlow ? 'leaves something running' : wordsOf(error)}`];
        }
      }),
    );
    return faults.flat();
  }

  typeFaults(surroundings: Surroundings): Promise<string[]> {
    return consumerTypeFaults(this.#folder, surroundings, this.#modules(surroundings).flat());
  }

  /** The entries that are modules and need these surroundings; what is for script tags and frames is not imported. */
  #modules(surroundings: Surroundings): string[][] {
    const { exports } = this.#packed.manifest;
    return Object.entries(exports).flatMap(([path, entry]) => {
      if (typeof entry === 'string') return [];
      if (FOR_FRAMEWORKS.includes(path) !== (surroundings === 'frameworks')) return [];
      const name = path.replace('.', 'set-card-pin');
      if (!name.includes('*')) return [[name]];
      const [before = '', after = ''] = (entry['default'] ?? '').slice(2).split('*');
      return [
        this.#packed.files
          .filter((file) => file.startsWith(before) && file.endsWith(after))
          .map((file) => name.replace('*', file.slice(before.length, -after.length))),
      ];
    });
  }

  async #add(...packages: readonly string[]): Promise<string[]> {
    try {
      const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
      await npm(this.#folder, ['install', '--prefix', this.#folder, ...options, ...packages]);
      return [];
    } catch (error) {
      return [wordsOf(error)];
    }
  }
}
