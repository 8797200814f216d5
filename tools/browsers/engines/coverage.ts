import { join, sep } from 'node:path';
import type { BrowserLauncher } from '@web/test-runner';
import { PROJECT } from '../../project.js';

/**
 * Drops the coverage of files outside `src`. The runner filters by the scripts that a page loads,
 * which are bundles.
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
