import { describeOtherEngines } from './other-engines.js';
import { testAttacks } from './trial.js';

describeOtherEngines('scripts of the page', testAttacks);
