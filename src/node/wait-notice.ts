/** Milliseconds that a command waits before it prints the notice. */
const NOTICE_DELAY = 1500;

/** Waits for a promise. If that takes long, prints the notice on standard error. */
export async function withWaitNotice<T>(promise: Promise<T>, notice: string): Promise<T> {
  const timer = setTimeout(() => process.stderr.write(`${notice}\n`), NOTICE_DELAY);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
