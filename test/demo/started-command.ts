/** Starts `npm start` in a process, reads the addresses that it prints, and stops it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { PROJECT } from '../../tools/project.js';

/** A running `npm start`, on any free ports. */
export class StartedCommand {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  #hasEnded = false;

  constructor() {
    // Detached, so that it gets a process group of its own, as in a terminal.
    this.#process = spawn('npm', ['start', '--', '--port', '0'], { cwd: PROJECT, detached: true });
    this.#ended = once(this.#process, 'close').then(() => (this.#hasEnded = true));
  }

  /** Resolves to the addresses once they are printed. */
  async addresses(): Promise<Addresses> {
    let errors = '';
    let output = '';
    this.#process.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
    for await (const data of this.#process.stdout!.iterator({ destroyOnReturn: false })) {
      output += String(data);
      if (!output.includes('Ctrl+C')) continue;
      // Keep reading, so that the pipe never fills.
      this.#process.stdout?.resume();
      const find = (name: string): string =>
        new RegExp(`^ *${name} +(http://\\S+)`, 'm').exec(output)?.[1] ?? '';
      return {
        playground: find('Playground'),
        frame: find('frame page'),
        endpoint: find('test'),
        live: find('live'),
        control: find('control'),
      };
    }
    throw new Error(`npm start ended without an address.\n${output}${errors}`);
  }

  /** Sends SIGINT to the whole process group, as Ctrl+C does, unless it has ended. */
  async interrupt(): Promise<void> {
    if (this.#hasEnded) return;
    process.kill(-this.#process.pid!, 'SIGINT');
    await this.#ended;
  }

  /** Sends SIGTERM to npm only. */
  async terminate(): Promise<void> {
    this.#process.kill('SIGTERM');
    await this.#ended;
  }
}

/** The addresses that it prints. */
export interface Addresses {
  readonly playground: string;
  readonly frame: string;
  readonly endpoint: string;
  readonly live: string;
  readonly control: string;
}
