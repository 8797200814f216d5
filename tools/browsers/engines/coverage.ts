import { join, sep } from 'node:path';
import type { BrowserLauncher } from '@web/test-runner';
import type { Page } from 'puppeteer-core';
import { PROJECT } from '../../project.js';

/**
 * Drops the coverage of files outside `src`. The runner chooses by the scripts that a page loads,
 * and these are bundles.
 */
export function keepCoverageOfSources(launcher: BrowserLauncher): void {
  const stopSession = launcher.stopSession.bind(launcher);
  const sources = join(PROJECT, 'src', sep);
  launcher.stopSession = async (id) => {
    const result = await stopSession(id);
    for (const file of Object.keys(result.testCoverage ?? {}))
      if (!file.startsWith(sources)) delete result.testCoverage![file];
    return result;
  };
}

/**
 * Measures a page's coverage without the debugger. Puppeteer starts the debugger to get each
 * script's text, which the runner doesn't read. In isolated mode, where each test loads a frame,
 * that makes the tests a fifth slower.
 */
export async function measureCoverageWithoutDebugger(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  page.coverage.startJSCoverage = async () => {
    await session.send('Profiler.enable');
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  };
  page.coverage.stopJSCoverage = async () => {
    const { result } = await session.send('Profiler.takePreciseCoverage');
    await session.send('Profiler.stopPreciseCoverage');
    return (
      result
        // Code that a test evaluates has no file.
        .filter(({ url }) => url !== '')
        // The runner reads only this of an entry.
        .map((rawScriptCoverage) => ({ url: '', text: '', ranges: [], rawScriptCoverage }))
    );
  };
}
