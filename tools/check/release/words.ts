/** What a program printed before it failed, or else what is wrong with how it was run. */
export function wordsOf(error: unknown): string {
  const {
    stdout = '',
    stderr = '',
    message,
  } = error as Error & { stdout?: string; stderr?: string };
  return `${stdout}${stderr}`.trim() || message;
}
