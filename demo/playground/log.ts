/** The page's two logs: the element's events, and requests to the sandbox. */
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import {
  PinChangeEvent,
  PinErrorEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from '../../src/element/events.js';
import type { LoggedRequest } from '../../src/node/sandbox/log.js';

export interface LogEntry {
  readonly name: string;
  /** The entry's colour, which repeats the meaning of the text. */
  readonly tone?: 'good' | 'attention' | 'bad';
  /** The most important facts, each in a few words. */
  readonly facts: readonly string[];
  /** All of the entry's data, shown as JSON. */
  readonly detail?: unknown;
  readonly time: string;
}

/** Describes one of the element's events. */
export function eventEntry(event: Event): LogEntry {
  return { name: event.type, facts: [], time: now(), ...contentOf(event) };
}

function contentOf(event: Event): Partial<LogEntry> {
  if (event instanceof PinChangeEvent) {
    const { complete, valid } = event;
    return { facts: [complete ? 'complete' : 'incomplete', valid ? 'valid' : 'invalid'] };
  }
  if (event instanceof PinSetEvent) {
    const { card, requestId } = event;
    return { tone: 'good', facts: [`card ending in ${card.last4}`], detail: { card, requestId } };
  }
  if (event instanceof PinErrorEvent) {
    const { outcome, retryable, requestId, cause } = event;
    // The properties of an error are not enumerable.
    const error = (event.error as Error | undefined)?.message;
    return {
      tone: outcome.kind === 'unconfirmed' ? 'attention' : 'bad',
      facts: factsOf({ ...outcome, retryable: retryable && 'retryable' }),
      detail: { outcome, retryable, requestId, cause, error },
    };
  }
  return event instanceof TokenExpiredEvent ? { tone: 'attention', facts: [event.reason] } : {};
}

/** Returns an outcome's values that fit into a line. */
function factsOf(outcome: Readonly<Record<string, unknown>>): readonly string[] {
  return ['kind', 'field', 'problem', 'codes', 'attribute', 'detail', 'retryable']
    .map((name) => outcome[name])
    .filter((value) => value !== undefined && value !== false)
    .map(String);
}

/**
 * Describes a request and its response.
 *
 * @param frame - The frame page's address.
 */
export function requestEntry(logged: LoggedRequest, frame: string): LogEntry {
  const { method, path, operation, status, result, milliseconds } = logged;
  const isGood = result === 'PaymentCard' || result === 'ClientToken';
  return {
    name: operation ?? `${method} ${path}`,
    tone: isGood ? 'good' : status === 200 ? 'attention' : 'bad',
    facts: [senderOf(logged, frame), status ?? 'no response', result, `${milliseconds} ms`]
      .filter((fact) => fact !== null)
      .map(String),
    detail: logged,
    time: now(),
  };
}

function senderOf({ credential, origin }: LoggedRequest, frame: string): string {
  // Only a server has an API key.
  if (credential === 'API key') return 'from the portal';
  const isFrame = frame !== '' && origin === new URL(frame).origin;
  return isFrame ? 'from the frame page' : 'from the page';
}

/** Returns the time of an entry. */
export function now(): string {
  return new Date().toLocaleTimeString('en-GB');
}

/**
 * Renders a log, whose newest entry comes first. Each entry is one line that opens to show its
 * details. It is not a live region, because it would interrupt the element's own.
 */
export function logPanel(title: string, log: readonly LogEntry[]): TemplateResult {
  return html`<section class="panel log" aria-labelledby=${title} tabindex="0">
    <h2 id=${title}>${title}</h2>
    ${log.length === 0 ? html`<p class="note">None yet. They never hold a PIN or a token.</p>` : ''}
    <ol>
      ${repeat(log, (entry) => entry, entryView)}
    </ol>
  </section>`;
}

function entryView({ name, tone, facts, detail, time }: LogEntry): TemplateResult {
  const line = html`<time>${time}</time> <b class=${tone ?? ''}>${name}</b> ${facts.join(' · ')}`;
  const json = (): string => JSON.stringify(detail, null, 2);
  return html`<li>
    ${
      detail === undefined
        ? line
        : html`<details>
            <summary>${line}</summary>
            <pre translate="no">${json()}</pre>
          </details>`
    }
  </li>`;
}
