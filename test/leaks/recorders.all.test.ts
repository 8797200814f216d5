import { testRecorders } from './recorders/recordings.js';

testRecorders('all');
