import type { Contestant } from './contestants.js';
import type { Stage } from './stage.js';

/** A page from the run of its script until its fields can be used. */
export interface Start {
  readonly milliseconds: number;
  /** The hosts, other than this machine, that the page turned to meanwhile. It reached none. */
  readonly elsewhere: readonly string[];
  /** How much it asked of this machine, the page itself not counted: its script, and a frame page's parts. */
  readonly requests: number;
}

/** From the run of a contestant's script until its fields can be used, or, for a loader, until its script tag is in the page. */
export async function measureStart(
  stage: Stage,
  contestant: Contestant,
  rate: number,
): Promise<Start> {
  const shown = await stage.show(contestant);
  try {
    await shown.slowDown(rate);
    const milliseconds = await shown.start();
    const hosts = shown.requests.map((url) => new URL(url).hostname);
    const isHere = (host: string): boolean => ['localhost', '127.0.0.1'].includes(host);
    return {
      milliseconds,
      elsewhere: [...new Set(hosts)].filter((host) => !isHere(host)),
      requests: hosts.filter(isHere).length - 1,
    };
  } finally {
    await shown.close();
  }
}
