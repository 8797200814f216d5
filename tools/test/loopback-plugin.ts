import { BlockList } from 'node:net';
import type { TestRunnerPlugin } from '@web/test-runner';

/**
 * Refuses connections from other machines. If its host is `localhost` or `127.0.0.1`, the runner
 * listens on every interface (`@web/dev-server-core`, `DevServer.start`), and it serves the whole
 * project.
 */
export function loopbackPlugin(): TestRunnerPlugin {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  return {
    name: 'loopback-only',
    serverStart({ server }) {
      server?.on('connection', (socket) => {
        const { remoteAddress, remoteFamily } = socket;
        const family = remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4';
        if (remoteAddress === undefined || !loopback.check(remoteAddress, family)) socket.destroy();
      });
    },
  };
}
