import { parseSync, Visitor, type Plugin } from 'vite';

/** By the tag of a template: its text without the comments and the white space that are there for the source's readers. */
const SHORTENED: Readonly<Record<string, (text: string) => string>> = {
  // One space stays wherever there is any: between words and inline elements it is seen.
  html: (text) => text.replace(/\s+/g, ' '),
  css: (text) =>
    text
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,>]) ?/g, '$1')
      .replace(/\( | \)/g, (bracket) => bracket.trim())
      .replace(/(?<![\w.])0(?=\.\d)/g, '')
      .replace(/(?<=[{;][\w-]+): /g, ':')
      .replace(/;(?=})/g, '')
      .trim(),
};

/**
 * Takes the layout of the source out of Lit's templates, into which no minifier of scripts looks. In the builds alone, as it
 * changes nothing that is seen: no element here has `white-space: pre`.
 */
export function templateWhiteSpace(): Plugin {
  return {
    name: 'template-white-space',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: /\b(html|css)`/ },
      handler: (code, id) => ({ code: shortenTemplates(code, id), map: mapOfLines(code, id) }),
    },
  };
}

/** Every line keeps its number. */
function shortenTemplates(code: string, id: string): string {
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      const shortened = tag.type === 'Identifier' ? SHORTENED[tag.name] : undefined;
      if (shortened === undefined) return;
      for (const { start, end, value, tail } of quasi.quasis) {
        // The line breaks of the text go on in the code behind it.
        const lineBreaks = value.raw.replace(/[^\n]/g, '');
        const text = shortened(value.raw) + (tail ? '`' : '${') + lineBreaks;
        // It starts with a backtick, or with the brace that ends an expression.
        edits.push({ start: start + 1, end, text });
      }
    },
  }).visit(parseSync(id, code).program);
  // From the last to the first, as each moves what is behind it.
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce(
    (short, { start, end, text }) => short.slice(0, start) + text + short.slice(end),
    code,
  );
}

/** The source map of code whose lines are those of `source`: each begins where it began. */
export function mapOfLines(source: string, id: string) {
  const [, ...others] = source.split('\n');
  const mappings = ['AAAA', ...others.map(() => 'AACA')].join(';');
  return { version: 3, sources: [id], sourcesContent: [source], names: [], mappings };
}
