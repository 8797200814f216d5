/**
 * The page's two logs: events of the element with the page's actions, and requests to the sandbox.
 */
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { jsonView } from '../templates/controls.js';

/** The colour of an entry. It repeats what the text says. */
export type Tone = 'neutral' | 'good' | 'attention' | 'bad';

/** An entry before the log gives it an id and a time. */
export interface NewEntry {
  readonly tone: Tone;
  readonly name: string;
  /** The most important facts, each in a few words. */
  readonly facts: readonly string[];
  /** Everything about it, shown as JSON. Absent if the facts say it all. */
  readonly detail?: unknown;
}

export interface LogEntry extends NewEntry {
  readonly id: number;
  readonly at: Date;
}

/** Entries that a log keeps. The oldest are dropped. */
const MAX_ENTRIES = 200;

let lastId = 0;

/** Returns the log with one more entry, which comes first. */
export function withEntry(log: readonly LogEntry[], entry: NewEntry): readonly LogEntry[] {
  lastId += 1;
  return [{ ...entry, id: lastId, at: new Date() }, ...log.slice(0, MAX_ENTRIES - 1)];
}

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
