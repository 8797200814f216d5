/**
 * Serves the frame page of isolated mode on its own origin: the built files, with a configuration.
 */
import * as vite from 'vite';
import type { FrameConfig } from '../src/isolated/config.js';
import { prepareFrame, serveFrame } from '../src/node/frame/frame-files.js';
import { PROJECT } from './project.js';

/** A running server of the frame page. */
export interface FrameOrigin {
  /** The value for `frame-src`. */
  readonly url: string;
  close(): Promise<void>;
}

/** The built files, by path. */
type Files = ReadonlyMap<string, Buffer>;

let built: Promise<Files> | undefined;

/** Builds the frame page in memory, once per process. */
export function buildFrame(): Promise<Files> {
  return (built ??= build());
}

export async function startFrameOrigin({
  port,
  ...config
}: FrameConfig & { readonly port: number }): Promise<FrameOrigin> {
  return serveFrame(prepareFrame(await buildFrame(), config), port);
}

async function build(): Promise<Files> {
  const outputs = (await vite.build({
    root: PROJECT,
    configFile: `${PROJECT}vite.config.ts`,
    mode: 'frame',
    logLevel: 'warn',
    build: { write: false },
  })) as readonly vite.Rollup.RolldownOutput[];
  return new Map(
    outputs
      .flatMap(({ output }) => output)
      .map((file) => [file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)]),
  );
}
