/**
 * Pages that ask their site for scripts, because a protocol connection to a browser's window could
 * change which page has focus.
 */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { Site } from './site.js';
import { until } from './until.js';

interface Result {
  readonly isNew?: true;
  readonly value?: unknown;
  readonly error?: string;
}

/** A page that asks for scripts, one at a time, and reports each script's result. */
export class AskingPage {
  /** The script that makes the page ask. */
  readonly script: string;
  /** The number of times that it was loaded. */
  loads = 0;
  #events = new EventEmitter();
  #send: ((script: string) => void) | undefined;

  constructor(address: string) {
    this.script = `(async function ask(result) {
      const query = encodeURIComponent(JSON.stringify(result));
      const script = await (await fetch('${address}?' + query)).text();
      const run = ask.constructor(script);
      await ask(await run().then((value) => ({ value }), (error) => ({ error: String(error) })));
    })({ isNew: true });`;
  }

  /** Handles the page's request. Returns the next script. */
  ask(result: Result): Promise<string> {
    if (result.isNew) this.loads++;
    return new Promise((resolve) => {
      this.#send = resolve;
      this.#events.emit('ask', result);
    });
  }

  /** Runs the body of an async function. */
  async run<T = void>(script: string): Promise<T> {
    const send = this.#send!;
    this.#send = undefined;
    const asked = once(this.#events, 'ask', { signal: AbortSignal.timeout(60_000) });
    send(script);
    const [{ error, value }] = (await asked.catch(() => [{ error: 'no answer' }])) as [Result];
    assert.equal(error, undefined, script);
    return value as T;
  }

  /** Ends the page, and opens another one in its tab. */
  async leaveFor(path: string, next: AskingPage): Promise<void> {
    // The result may be lost.
    void this.run(`location.replace('${path}')`).catch(() => {});
    await next.untilLoaded(1);
    await next.run('await ready');
  }

  /** Waits until an expression in the page is true. */
  until(expression: string): Promise<void> {
    return until(expression, () => this.run<boolean>(`return ${expression}`));
  }

  untilLoaded(times: number): Promise<void> {
    return until('a page that asks for scripts', () => this.loads === times);
  }
}

/** Lets pages ask a site. Returns a function that creates such a page. */
export function askedBy(site: Site): () => AskingPage {
  const pages: AskingPage[] = [];
  site.onUnanswered = async (path) => {
    const [, index, result = ''] = /^\/ask\/(\d+)\?(.*)/.exec(path) ?? [];
    const page = index === undefined ? undefined : pages[Number(index)];
    const body = await page?.ask(JSON.parse(decodeURIComponent(result)) as Result);
    return body === undefined
      ? undefined
      : { body, headers: { 'Access-Control-Allow-Origin': '*' } };
  };
  return () => {
    const page = new AskingPage(`${site.origin}/ask/${pages.length}`);
    pages.push(page);
    return page;
  };
}
