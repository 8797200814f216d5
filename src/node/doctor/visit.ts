import type { DoctorOptions } from './arguments.js';
import { examine } from './checks.js';
import { patiently } from './patience.js';
import { Report, type Output } from './report.js';
import { Secrets } from './secrets.js';

/** Looks at everything, and prints what it finds as it finds it. @returns how many things are wrong */
export async function visit(
  options: DoctorOptions,
  apiKey: string,
  output: Output,
): Promise<number> {
  const secrets = new Secrets();
  secrets.add(apiKey);
  const report = new Report(secrets, output);
  const findings = examine({ ...options, apiKey, secrets });
  for (;;) {
    const next = await patiently(findings.next(), 'Waiting for the service …');
    if (next.done === true) return report.close();
    report.print(...next.value);
  }
}
