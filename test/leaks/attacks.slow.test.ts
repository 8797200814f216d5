import { describeOtherEngines } from './other-engines.js';
import { testAttacks } from './trial.js';

describeOtherEngines('the page’s script', testAttacks);
