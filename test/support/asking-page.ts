/**
 * Pages that ask their site for scripts, because a protocol connection to a browser's window could
 * change which page has the focus.
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
  /** The number of times that it was loaded. */
  loads = 0;
  #events = new EventEmitter();
  #send: ((script: string) => void) | undefined;

  /** Handles the page's request. Returns the next script. */
  ask(result: Result): Promise<string> {
    if (result.isNew) this.loads++;
    return new Promise((resolve) => {
      this.#send = resolve;
      this.#events.emit('ask', result);
    });
  }

  /** Runs the body of an async function, which may also end the page. */
  async run<T = void>(script: string): Promise<T> {
    const send = this.#send!;
    this.#send = undefined;
    const asked = once(this.#events, 'ask', { signal: AbortSignal.timeout(60_000) });
    send(script);
    const [{ error, value }] = (await asked.catch(() => [{ error: 'no answer' }])) as [Result];
    assert.equal(error, undefined, script);
    return value as T;
  }

  /** Waits until an expression in the page is true. */
  until(expression: string): Promise<void> {
    return until(expression, () => this.run<boolean>(`return ${expression}`));
  }

  untilLoaded(times: number): Promise<void> {
    return until('a page that asks for scripts', () => this.loads === times);
  }
}

/** Lets pages ask a site. Returns a function that returns a page and the script that it needs. */
export function askedBy(site: Site): (name: string) => { page: AskingPage; script: string } {
  const pages = new Map<string, AskingPage>();
  site.onUnanswered = async (path) => {
    const [, name = '', result = ''] = /^\/ask\/([^?]*)\?(.*)/.exec(path) ?? [];
    const body = await pages.get(name)?.ask(JSON.parse(decodeURIComponent(result)) as Result);
    return body === undefined
      ? undefined
      : { body, headers: { 'Access-Control-Allow-Origin': '*' } };
  };
  return (name) => {
    const page = new AskingPage();
    pages.set(name, page);
    const script = `(async function ask(result) {
      const query = encodeURIComponent(JSON.stringify(result));
      const script = await (await fetch('${site.origin}/ask/${name}?' + query)).text();
      const run = ask.constructor(script);
      await ask(await run().then((value) => ({ value }), (error) => ({ error: String(error) })));
    })({ isNew: true });`;
    return { page, script };
  };
}
