import type { Attack } from '../attack.js';

export const editingCommands: Attack = {
  title: '`execCommand`',
  does: 'Patches `execCommand`, on its prototype and on the document, and reads what is inserted by it.',
  entry: 'paste',
  install: ({ take, wrap }) => {
    wrap(Document.prototype, 'execCommand', (_, [, , text]) => take('prototype', text));
    const { execCommand } = document;
    document.execCommand = (...given) => {
      take('document', given[2]);
      return execCommand.apply(document, given);
    };
  },
};
