import { withWaitNotice } from '../wait-notice.js';
import type { DoctorOptions } from './arguments.js';
import { runChecks } from './checks.js';
import { Report, type Output } from './report.js';
import { Secrets } from './secrets.js';

/** Runs all checks and prints each finding at once. Returns the number of problems. */
export async function diagnose(
  options: DoctorOptions,
  apiKey: string,
  output: Output,
): Promise<number> {
  const secrets = new Secrets();
  secrets.add(apiKey);
  const report = new Report(secrets, output);
  const findings = runChecks({ ...options, apiKey, secrets });
  for (;;) {
    const next = await withWaitNotice(findings.next(), 'Waiting for the service …');
    if (next.done === true) return report.close();
    report.print(...next.value);
  }
}
