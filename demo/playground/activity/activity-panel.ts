/**
 * The panels of the two logs. Each entry is one line that opens to show its details.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { codeView, jsonView } from '../templates/code-view.js';
import type { EventEntry, LogEntry, RequestEntry } from './activity-log.js';
import { documentOf } from './request-entry.js';

/** Renders the log of events. */
export function eventsPanel(log: readonly EventEntry[], onClear: () => void): TemplateResult {
  const content = entryList(log, 'No events yet.', ({ source, detail }) => ({
    source,
    detail: detail === undefined ? undefined : jsonView(detail),
  }));
  return panel('events', 'Events', content, onClear);
}

/** Renders the log of requests. */
export function requestsPanel(log: readonly RequestEntry[], onClear: () => void): TemplateResult {
  const content = entryList(
    log,
    'No requests yet. PINs and credentials will be masked.',
    (entry) => ({ source: 'request', detail: exchange(entry) }),
  );
  return panel('requests', 'Requests', content, onClear);
}

function panel(
  name: 'events' | 'requests',
  title: string,
  content: TemplateResult,
  onClear: () => void,
): TemplateResult {
  return html`<div class="panel">
    <div class="panel-head">
      <h2 id="${name}-title">${title}</h2>
      <button type="button" class="button push" aria-label="Clear the ${name}" @click=${onClear}>
        Clear
      </button>
    </div>
    <div class="scroller" tabindex="0" role="region" aria-labelledby="${name}-title">
      ${content}
    </div>
  </div>`;
}

function exchange({ logged }: RequestEntry): TemplateResult {
  const { request, response } = logged;
  const operation = documentOf(logged);
  return html`
    ${
      operation === undefined
        ? nothing
        : html`<h3>Document</h3>
            ${codeView(operation)}`
    }
    <h3>Request</h3>
    ${jsonView(headersLast(request))}
    <h3>Response</h3>
    ${response === null ? html`<p class="note">None: the connection was closed.</p>` : jsonView(headersLast(response))}
  `;
}

/** Moves the headers to the end, because they are long and less important. */
function headersLast({ headers, ...rest }: { readonly headers: unknown }): object {
  return { ...rest, headers };
}

/** Renders a log. It is not a live region, because it would interrupt the element's own. */
function entryList<Entry extends LogEntry>(
  log: readonly Entry[],
  emptyText: string,
  describe: (entry: Entry) => { source: string; detail: TemplateResult | undefined },
): TemplateResult {
  if (log.length === 0) return html`<p class="empty">${emptyText}</p>`;
  return html`<ol class="entries">
    ${repeat(
      log,
      ({ id }) => id,
      (entry) => {
        const { source, detail } = describe(entry);
        return html`<li class="entry" data-source=${source} data-tone=${entry.tone}>
          ${
            detail === undefined
              ? html`<div class="summary">${summary(entry)}</div>`
              : html`<details>
                  <summary class="summary">${summary(entry)}</summary>
                  <div class="detail">${detail}</div>
                </details>`
          }
        </li>`;
      },
    )}
  </ol>`;
}

function summary({ at, name, facts }: LogEntry): TemplateResult {
  return html`<span class="what"
      ><span class="name">${name}</span>${facts.map(
        (fact) => html` <span class="fact">${fact}</span>`,
      )}</span
    >
    <time datetime=${at.toISOString()}>${clockTime(at)}</time>`;
}

function clockTime(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const milliseconds = String(at.getMilliseconds()).padStart(3, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${milliseconds}`;
}
