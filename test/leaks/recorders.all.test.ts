import { testRecorders } from './recorders/recordings.js';

testRecorders('rrweb', 'sentry');
