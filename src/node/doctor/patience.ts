/** How long nothing may be seen to happen, in milliseconds. */
const PATIENCE = 2000;

/** Waits, and says so on standard error when it takes long. */
export async function patiently<T>(awaited: Promise<T>, told: string): Promise<T> {
  const timer = setTimeout(() => process.stderr.write(`${told}\n`), PATIENCE);
  try {
    return await awaited;
  } finally {
    clearTimeout(timer);
  }
}
