/**
 * Runs the test files in `SHARED_FILES` in this process. Starting a process for each file, which
 * loads the same modules again, takes as much processor time as most of their tests.
 */
import { delimiter } from 'node:path';
import { pathToFileURL } from 'node:url';

for (const file of process.env.SHARED_FILES!.split(delimiter))
  await import(pathToFileURL(file).href);
