import { ENDS, ENDS_BY_STATUS, testEnds } from './servers/ends.js';
import { apollo, yoga } from './servers/servers.js';

for (const server of [apollo, yoga]) testEnds(server, [...ENDS, ...ENDS_BY_STATUS]);
