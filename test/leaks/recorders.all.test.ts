import { describe } from 'node:test';
import { usePortal } from './portal-page.js';
import { testRecorders } from './recorders/recordings.js';
import { RECORDERS } from './recorders/table.js';

describe('a recorder', { concurrency: 4 }, () =>
  testRecorders(
    usePortal(),
    RECORDERS.filter(({ file }) => !file.startsWith('slow/')),
  ),
);
