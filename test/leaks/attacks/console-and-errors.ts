import type { Attack } from '../attack.js';

export const consoleAndErrors: Attack = {
  title: 'console and error hooks',
  does: 'Patches every method of `console`, listens for `error`, `unhandledrejection` and `securitypolicyviolation`, and sets `Error.prepareStackTrace`.',
  install: ({ take, wrap }) => {
    const read = (by: string, value: unknown) => {
      take(by, value);
      if (value instanceof Error) take(by, value.message + String(value.stack));
      else take(by, JSON.stringify(value));
    };
    for (const name of Object.keys(console))
      wrap(console, name, (_, given) => {
        for (const each of given) read(name, each);
      });
    addEventListener('error', ({ message, error }) => read('error', error ?? message), true);
    addEventListener('unhandledrejection', ({ reason }) => read('unhandledrejection', reason));
    addEventListener('securitypolicyviolation', ({ sample }) => take('violation', sample));
    Error.prepareStackTrace = (error: Error) => {
      take('prepareStackTrace', error.message);
      return '';
    };
  },
};
