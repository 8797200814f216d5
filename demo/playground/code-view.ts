/**
 * Text → the same text with light colours. It only ever becomes text nodes, whoever wrote it.
 */
import { html, type TemplateResult } from 'lit';

/** What a piece of code is, for its colour. */
type Kind = 'name' | 'text' | 'number' | 'comment' | 'masked' | 'plain';

/** Comments, strings, numbers and literals, tags and words that lead a statement; the rest is plain. */
const CODE =
  /(?<comment><!--[\s\S]*?-->|(?<![:\w])\/\/[^\n]*)|(?<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<name><\/?[\w-]+|\b(?:import|from|export|function|async|await|const|return|if|throw|new|mutation|query|on)\b(?!-))/g;

const JSON_TOKEN =
  /(?<name>"(?:\\.|[^"\\])*"(?=\s*:))|(?<text>"(?:\\.|[^"\\])*")|(?<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b)/g;

/** A value as JSON, pretty-printed; what was masked stands out. */
export function jsonView(value: unknown): TemplateResult {
  return codeView(JSON.stringify(value, null, 2) ?? 'null', JSON_TOKEN);
}

/** A piece of HTML, JavaScript or GraphQL. */
export function snippetView(code: string): TemplateResult {
  return codeView(code, CODE);
}

function codeView(code: string, tokens: RegExp): TemplateResult {
  return html`<pre class="code" translate="no"><code>${pieces(code, tokens).map(({ kind, text }) =>
    kind === 'plain' ? text : html`<span class=${`code-${kind}`}>${text}</span>`,
  )}</code></pre>`;
}

interface Piece {
  readonly kind: Kind;
  readonly text: string;
}

function pieces(code: string, tokens: RegExp): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of code.matchAll(tokens)) {
    if (match.index > end) found.push({ kind: 'plain', text: code.slice(end, match.index) });
    const [text] = match;
    const kind = Object.entries(match.groups ?? {}).find(([, group]) => group !== undefined)?.[0];
    found.push({ kind: text.includes('••••') ? 'masked' : ((kind ?? 'plain') as Kind), text });
    end = match.index + text.length;
  }
  return [...found, { kind: 'plain', text: code.slice(end) }];
}
