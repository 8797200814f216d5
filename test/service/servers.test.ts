import { apollo } from './servers/apollo.js';
import { ENDS, ENDS_BY_STATUS, testEnds } from './servers/ends.js';
import { yoga } from './servers/yoga.js';

for (const server of [apollo, yoga]) testEnds(server, [...ENDS, ...ENDS_BY_STATUS]);
