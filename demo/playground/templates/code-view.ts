/** Code with syntax colours. The code becomes text nodes only, so code from any source is safe. */
import { html, type TemplateResult } from 'lit';

/** The kind of a piece of code, which decides its colour. */
type Kind = 'name' | 'text' | 'number' | 'comment' | 'masked' | 'plain';

/** Comments, strings, tags and keywords. The rest is plain. */
const CODE =
  /(?<comment><!--[\s\S]*?-->|(?<![:\w])\/\/[^\n]*)|(?<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<name><\/?[\w-]+|\b(?:import|from|export|function|async|await|const|return|if|throw|new|mutation|query|on)\b(?!-))/g;

const JSON_TOKEN =
  /(?<name>"(?:\\.|[^"\\])*"(?=\s*:))|(?<text>"(?:\\.|[^"\\])*")|(?<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b)/g;

/** Renders a value as JSON. Masked text stands out. */
export function jsonView(value: unknown): TemplateResult {
  return codeView(JSON.stringify(value, null, 2) ?? 'null', JSON_TOKEN);
}

/** Renders HTML, JavaScript or GraphQL. */
export function snippetView(code: string): TemplateResult {
  return codeView(code, CODE);
}

function codeView(code: string, tokens: RegExp): TemplateResult {
  return html`<pre class="code" translate="no"><code>${split(code, tokens).map(({ kind, text }) =>
    kind === 'plain' ? text : html`<span class=${`code-${kind}`}>${text}</span>`,
  )}</code></pre>`;
}

interface Piece {
  readonly kind: Kind;
  readonly text: string;
}

function split(code: string, tokens: RegExp): Piece[] {
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
