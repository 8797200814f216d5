import { chromium } from './chromium.js';
import type { EngineName, RunningEngine } from './engine.js';
import { firefox } from './firefox.js';
import { webkit } from './webkit.js';

const ENGINES: Readonly<
  Record<EngineName, (executablePath: string) => RunningEngine | Promise<RunningEngine>>
> = { chromium, firefox, webkit };

/** Prepares an engine for test files, which starts its browser when it gets the first one. */
export async function startEngine(
  name: EngineName,
  executablePath: string,
): Promise<RunningEngine> {
  return ENGINES[name](executablePath);
}
