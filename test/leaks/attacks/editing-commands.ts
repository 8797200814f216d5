import type { Attack } from '../attack.js';

export const editingCommands: Attack = {
  title: '`execCommand`',
  does: 'Patches `execCommand` on its prototype and on the document, and reads the inserted text.',
  shares: 'patches',
  entry: 'paste',
  install: ({ capture, wrap }) => {
    wrap(Document.prototype, 'execCommand', (_, [, , text]) => capture('prototype', text));
    const { execCommand } = document;
    document.execCommand = (...args) => {
      capture('document', args[2]);
      return execCommand.apply(document, args);
    };
  },
};
