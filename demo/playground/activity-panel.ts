/**
 * What happened: a line for each thing, readable at a glance, that opens to all of it.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Line, PageLine, WireLine } from './activity.js';
import { jsonView, snippetView } from './code-view.js';
import { documentOf } from './wire-line.js';

export function eventList(lines: readonly PageLine[]): TemplateResult {
  return list(lines, 'Nothing has happened yet.', ({ source, detail }) => ({
    source,
    detail: detail === undefined ? undefined : jsonView(detail),
  }));
}

export function wireList(lines: readonly WireLine[]): TemplateResult {
  return list(
    lines,
    'Nothing has gone over the wire yet. PINs and credentials are masked.',
    (line) => ({
      source: 'wire',
      detail: exchange(line),
    }),
  );
}

function exchange({ logged }: WireLine): TemplateResult {
  const { request, response } = logged;
  const operation = documentOf(logged);
  return html`
    ${
      operation === undefined
        ? nothing
        : html`<h3>Document</h3>
            ${snippetView(operation)}`
    }
    <h3>Request</h3>
    ${jsonView(bodyFirst(request))}
    <h3>Answer</h3>
    ${response === null ? html`<p class="note">None: the connection was cut.</p>` : jsonView(bodyFirst(response))}
  `;
}

/** The headers are the longer part and the less telling one. */
function bodyFirst({ headers, ...rest }: { readonly headers: unknown }): object {
  return { ...rest, headers };
}

/** The newest first. Not a live region: it would talk over the element's own. */
function list<Kind extends Line>(
  lines: readonly Kind[],
  nothingYet: string,
  show: (line: Kind) => { source: string; detail: TemplateResult | undefined },
): TemplateResult {
  if (lines.length === 0) return html`<p class="empty">${nothingYet}</p>`;
  return html`<ol class="lines">
    ${repeat(
      lines,
      ({ id }) => id,
      (line) => {
        const { source, detail } = show(line);
        return html`<li class="line" data-source=${source} data-tone=${line.tone}>
          ${
            detail === undefined
              ? html`<div class="summary">${summary(line)}</div>`
              : html`<details>
                  <summary class="summary">${summary(line)}</summary>
                  <div class="detail">${detail}</div>
                </details>`
          }
        </li>`;
      },
    )}
  </ol>`;
}

function summary({ at, name, facts }: Line): TemplateResult {
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
