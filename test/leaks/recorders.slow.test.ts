import { after, before, describe, it } from 'node:test';
import { cellsIn, Recordings, TIMEOUT } from './recorders/recordings.js';

describe('a recorder that is installed before the element', { concurrency: 4 }, () => {
  let recordings: Recordings;
  before(async () => {
    recordings = await Recordings.start();
  });
  after(() => recordings.close());

  for (const cell of cellsIn('slow'))
    it(cell.title, { timeout: TIMEOUT }, ({ signal }) => recordings.assertCell(cell, signal));
});
