/**
 * What `config.json` beside the frame page says: which pages may embed it, and where it may send a PIN. Pure, and closed by
 * default: what is not right to the last member is no configuration. The command that sets the page up says what is wrong.
 */
import { readAddress } from '../../service/endpoint.js';

/** Whom the frame page answers, and where it may send a PIN. */
export interface FrameConfig {
  /** Origins of the pages that may embed it, as a browser writes them: `https://cards.example.com`. */
  readonly parents: readonly string[];
  /** Addresses that a PIN may be sent to, as `URL.href` writes them. */
  readonly endpoints: readonly string[];
}

/**
 * What a Content-Security-Policy can name. `URL` takes more for a host: `*`, which would be a wildcard there, `;`, which
 * would begin another directive, and IPv6, which it has no words for.
 */
const NAMEABLE = /^https?:\/\/[a-z\d.-]+(:\d+)?$/;

/**
 * Reads `config.json`.
 *
 * @param value as `JSON.parse` gives it
 * @returns the configuration; `undefined`: it is none
 */
export function readConfig(value: unknown): FrameConfig | undefined {
  const { parents, endpoints, ...others } = Object(value) as Record<string, unknown>;
  // A misspelt member would otherwise pass for one that is missing, or change nothing without a word.
  return isList(parents, isParent) && isList(endpoints, isEndpoint) && isEmpty(others)
    ? { parents, endpoints: endpoints.map((endpoint) => new URL(endpoint).href) }
    : undefined;
}

/** Whether it is an origin as a browser writes it. */
export function isParent(value: unknown): boolean {
  return isEndpoint(value) && new URL(value as string).origin === value;
}

/** Whether it is an address that a PIN may be sent to. */
export function isEndpoint(value: unknown): boolean {
  return typeof value === 'string' && NAMEABLE.test(readAddress(value)?.origin ?? '');
}

function isList(list: unknown, isRight: (value: unknown) => boolean): list is string[] {
  return Array.isArray(list) && list.length > 0 && list.every(isRight);
}

function isEmpty(members: object): boolean {
  return Object.keys(members).length === 0;
}
