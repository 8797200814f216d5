/**
 * Starts `npm start` in a process, reads the addresses that it prints, and stops it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { PROJECT } from '../../tools/project.js';

/** `npm start`, as a person runs it. */
export const NPM_START = ['npm', 'start', '--'];

/**
 * The program that `npm start` runs. It is started without npm, because npm's shell may not pass on
 * the exit code.
 */
export const PROGRAM = [process.execPath, '--import', 'tsx', 'demo/start/main.ts'];

/** A running `npm start`. */
export class StartedCommand {
  static readonly #all = new Set<StartedCommand>();

  readonly process: ChildProcess;
  readonly exitCode: Promise<number | null>;
  output = '';
  errors = '';

  /** Stops the processes that still run, for example because a test failed. */
  static async stopAll(): Promise<void> {
    await Promise.all([...this.#all].map((started) => started.interrupt()));
  }

  constructor([file = '', ...first]: readonly string[], ...options: string[]) {
    StartedCommand.#all.add(this);
    // Detached, so that it gets a process group of its own, as in a terminal.
    this.process = spawn(file, [...first, ...options], { cwd: PROJECT, detached: true });
    this.exitCode = once(this.process, 'close').then(([code]) => {
      StartedCommand.#all.delete(this);
      return code as number | null;
    });
    this.process.stderr?.on('data', (data: Buffer) => (this.errors += data.toString()));
  }

  /** Resolves to the addresses once they are printed. */
  async addresses(): Promise<Addresses> {
    for await (const data of this.process.stdout!.iterator({ destroyOnReturn: false })) {
      this.output += String(data);
      if (!this.output.includes('Ctrl+C')) continue;
      // Keep reading, so that the pipe never fills.
      this.process.stdout?.resume();
      return {
        playground: this.#address('Playground'),
        frame: this.#address('frame page'),
        endpoint: this.#address('test'),
        live: this.#address('live'),
        control: this.#address('control'),
      };
    }
    throw new Error(`npm start ended without an address.\n${this.output}${this.errors}`);
  }

  /** Sends SIGINT to the whole process group, as Ctrl+C does. */
  interrupt(): Promise<number | null> {
    process.kill(-this.process.pid!, 'SIGINT');
    return this.exitCode;
  }

  /** Sends SIGTERM to npm only. */
  terminate(): Promise<number | null> {
    this.process.kill('SIGTERM');
    return this.exitCode;
  }

  #address(name: string): string {
    return new RegExp(`^ *${name} +(http://\\S+)`, 'm').exec(this.output)?.[1] ?? '';
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
