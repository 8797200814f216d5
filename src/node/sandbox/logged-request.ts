import type { EnvironmentName } from './environment-name.js';

/** A request and its answer as they were sent, with PINs and credentials masked. */
export interface LoggedRequest {
  /** A number that starts at 1 and goes up by one with each request. */
  readonly id: number;
  /** The arrival time on the sandbox's clock, ISO 8601. */
  readonly time: string;
  readonly environment: EnvironmentName;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    /** JSON, or null if there was no body or it was not fully understood. */
    readonly body: unknown;
  };
  /** Null if the answer was lost, or the client left before it. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** JSON, or text if the body wasn't JSON. */
    readonly body: unknown;
  } | null;
  /** The time from the request's arrival until its answer was ready. */
  readonly milliseconds: number;
}
