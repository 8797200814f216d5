import { testRecorders } from './recorders/recordings.js';

testRecorders(false);
