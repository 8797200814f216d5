import type { Contestant } from './contestants.js';
import type { Testbed } from './testbed.js';

/** One page load. */
export interface Start {
  /** Time from the start of the script until the fields can be used. */
  readonly milliseconds: number;
  /** Other hosts that the page tried to call. It can't reach any of them. */
  readonly otherHosts: readonly string[];
  /** Number of requests to this machine, without the page itself: script and frame page. */
  readonly requests: number;
}

/** Measures one page load. A loader counts as ready once its script tag is in the page. */
export async function measureStart(
  testbed: Testbed,
  contestant: Contestant,
  rate: number,
): Promise<Start> {
  const opened = await testbed.open(contestant);
  try {
    await opened.slowDown(rate);
    const milliseconds = await opened.start();
    const hosts = opened.requests.map((url) => new URL(url).hostname);
    const isHere = (host: string): boolean => ['localhost', '127.0.0.1'].includes(host);
    return {
      milliseconds,
      otherHosts: [...new Set(hosts)].filter((host) => !isHere(host)),
      requests: hosts.filter(isHere).length - 1,
    };
  } finally {
    await opened.close();
  }
}
