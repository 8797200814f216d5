import type { Attack } from '../attack.js';

export const consoleAndErrors: Attack = {
  title: 'console and error hooks',
  does: 'Patches every method of `console`, listens for `error`, `unhandledrejection` and `securitypolicyviolation`, and sets `Error.prepareStackTrace`.',
  shares: 'patches',
  install: ({ capture, wrap }) => {
    const read = (by: string, value: unknown) => {
      capture(by, value);
      if (value instanceof Error) capture(by, value.message + String(value.stack));
      else capture(by, JSON.stringify(value));
    };
    for (const name of Object.keys(console))
      wrap(console, name, (_, args) => {
        for (const each of args) read(name, each);
      });
    addEventListener('error', ({ message, error }) => read('error', error ?? message), true);
    addEventListener('unhandledrejection', ({ reason }) => read('unhandledrejection', reason));
    addEventListener('securitypolicyviolation', ({ sample }) => capture('violation', sample));
    Error.prepareStackTrace = (error: Error) => {
      capture('prepareStackTrace', error.message);
      return '';
    };
  },
};
