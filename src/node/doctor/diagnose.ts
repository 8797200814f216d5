import { withWaitNotice } from '../wait-notice.js';
import type { DoctorOptions } from './arguments.js';
import { runChecks } from './checks.js';
import { JsonReport } from './json-report.js';
import type { Output } from './report.js';
import { Secrets } from './secrets.js';
import { TextReport } from './text-report.js';

/** Runs all checks and prints their findings. Returns the number of problems. */
export async function diagnose(
  options: DoctorOptions,
  apiKey: string,
  output: Output,
): Promise<number> {
  const secrets = new Secrets();
  secrets.add(apiKey);
  const report = new (options.json ? JsonReport : TextReport)(secrets, output);
  const findings = runChecks({ ...options, apiKey, secrets });
  for (;;) {
    const next = await withWaitNotice(findings.next(), 'Waiting for the service …');
    if (next.done === true) return report.close();
    report.print(...next.value);
  }
}
