/** The sandbox's test environment, in a page. It has no server: a function answers requests. */
import { buildSchema } from 'graphql';
import { badCredentials, refusal, type Answer } from '../../../src/node/sandbox/answer.js';
import { Clock } from '../../../src/node/sandbox/clock.js';
import { Environment } from '../../../src/node/sandbox/environment.js';
import { createExecutor, type Executor } from '../../../src/node/sandbox/execution.js';
import {
  maskCredentials,
  maskHeaders,
  maskRequest,
  type MaskedRequest,
} from '../../../src/node/sandbox/masking.js';
import { RequestLog } from '../../../src/node/sandbox/request-log.js';
import schema from '../../../src/node/sandbox/schema.graphql?raw';
import { toWire, type WireAnswer } from '../../../src/node/sandbox/wire.js';

/** A request to the service. The names of its headers are in lower case. */
export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class PageSandbox {
  readonly clock = new Clock();
  readonly log = new RequestLog();
  readonly environment = new Environment('test', this.clock);
  readonly #execute: Executor = createExecutor(this.environment, {
    graphql: buildSchema(schema),
    // As in the sandbox with this schema.
    pinPattern: /^[0-9]{4,12}$/,
  });

  /** Answers a request, and logs both. Returns null if the answer is lost. */
  async answer(request: ServiceRequest): Promise<WireAnswer | null> {
    const start = performance.now();
    const time = new Date(this.clock.now()).toISOString();
    const masked: MaskedRequest = maskRequest(request.body);
    const wire = toWire(await this.#answer(request));
    this.log.add({
      time,
      environment: 'test',
      request: { ...request, headers: maskHeaders(request.headers), body: masked.body },
      response: wire && {
        status: wire.status,
        headers: maskHeaders(wire.headers),
        body: maskCredentials(parsed(wire.body)),
      },
      milliseconds: Math.round(performance.now() - start),
    });
    return wire;
  }

  async #answer({ method, headers, body }: ServiceRequest): Promise<Answer> {
    if (method !== 'POST') return refusal(405, [{ message: 'The method must be POST.' }]);
    const caller = this.environment.credentials.identify(headers['authorization']);
    return caller ? this.#execute(body, caller) : badCredentials();
  }
}

/** Returns the text if it isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
