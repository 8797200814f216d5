/** Writes the documents of docs/registered-operations.md from the code that sends them. */
import { readFile } from 'node:fs/promises';
import { clientTokenOperation } from '../../src/node/server/client-token-operation.js';
import { setPinOperation } from '../../src/set-pin/operation.js';
import { PROJECT } from '../project.js';
import { PART } from './reference-page.js';

export const OPERATIONS_PAGE = `${PROJECT}docs/registered-operations.md`;

const setPin = (keyType?: string): string =>
  setPinOperation('', { paymentCardId: '', keyType }, '').query;

/** The documents, by their names in the page. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'String!': setPin('String!'),
  none: setPin(),
  'client token': clientTokenOperation('').document,
};

/** Returns the page with the documents that are sent. */
export async function operationsPage(): Promise<string> {
  const page = await readFile(OPERATIONS_PAGE, 'utf8');
  return page.replaceAll(PART, (_, begin: string, name: string, end: string) => {
    // Prettier would format the code.
    const code = ['<!-- prettier-ignore -->', '```graphql', DOCUMENTS[name]!, '```'];
    return [begin, '', ...code, '', end].join('\n');
  });
}
