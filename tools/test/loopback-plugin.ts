import { BlockList } from 'node:net';
import type { TestRunnerPlugin } from '@web/test-runner';

/**
 * Refuses whoever is not on this machine: the runner listens on every interface when its host is `localhost` or
 * `127.0.0.1` (`@web/dev-server-core`, `DevServer.start`), and serves the whole folder of the project.
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
