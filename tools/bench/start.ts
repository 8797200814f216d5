import type { Contestant } from './contestants.js';
import type { Testbed } from './testbed.js';

/** One page load. */
export interface Start {
  /** Time from running the script until the fields can be used. */
  readonly milliseconds: number;
  /** Hosts other than this machine that the page called. It reached none. */
  readonly otherHosts: readonly string[];
  /** Requests to this machine, without the page itself: script, and parts of a frame page. */
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
