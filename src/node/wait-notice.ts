/** Milliseconds without output after which a command says what it is waiting for. */
const NOTICE_DELAY = 1500;

/** Waits for a promise, and prints the notice on standard error if that takes long. */
export async function withWaitNotice<T>(promise: Promise<T>, notice: string): Promise<T> {
  const timer = setTimeout(() => process.stderr.write(`${notice}\n`), NOTICE_DELAY);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
