import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { jsonView } from '../templates/controls.js';
import type { LogEntry } from './activity-log.js';

/**
 * Renders a log. Each entry is one line that opens to show its details. It is not a live region,
 * because it would interrupt the element's own.
 */
export function activityPanel(
  title: 'Events' | 'Requests',
  emptyText: string,
  log: readonly LogEntry[],
): TemplateResult {
  return html`<div class="panel">
    <h2 id=${title}>${title}</h2>
    <div class="scroller" tabindex="0" role="region" aria-labelledby=${title}>
      ${
        log.length === 0
          ? html`<p class="note">${emptyText}</p>`
          : html`<ol class="entries">
              ${repeat(log, ({ id }) => id, entryView)}
            </ol>`
      }
    </div>
  </div>`;
}

function entryView(entry: LogEntry): TemplateResult {
  const { tone, detail } = entry;
  return html`<li data-tone=${tone}>
    ${
      detail === undefined
        ? html`<div class="summary">${summary(entry)}</div>`
        : html`<details>
            <summary class="summary">${summary(entry)}</summary>
            ${jsonView(detail)}
          </details>`
    }
  </li>`;
}

function summary({ at, name, facts }: LogEntry): TemplateResult {
  return html`<time datetime=${at.toISOString()}>${at.toLocaleTimeString('en-GB')}</time>
    <span class="name">${name}</span>
    ${facts.map((fact) => html` <span class="fact">${fact}</span>`)}`;
}
