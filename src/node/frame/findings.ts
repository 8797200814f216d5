/** Compares a host's answer with the file and the headers that it should have. Pure. */
import type { Answer } from './answer.js';
import { contentType, isContentType } from './content-types.js';
import type { Header } from './headers.js';

/** A file as a host must serve it. */
export interface ExpectedFile {
  readonly url: URL;
  readonly path: string;
  readonly content: Buffer;
  readonly headers: readonly Header[];
}

/** Headers that an answer may not have, with what they do. */
const FORBIDDEN: readonly (readonly [name: RegExp, effect: string])[] = [
  [/^(refresh|location)$/, 'moves the frame to another page'],
  [/^(link|speculation-rules)$/, 'makes the browser load other files'],
  [/^service-worker-allowed$/, 'lets a service worker answer for the frame page'],
  [/^set-cookie$/, 'stores a cookie'],
  [
    /^(nel|report-to|reporting-endpoints|.*-report-only)$/,
    'makes the browser send reports about the frame page',
  ],
  [/^origin-trial$/, 'turns on features of the browser that the frame page is not tested with'],
  [/^(x-)?sourcemap$/, 'shows other sources in developer tools'],
];

/** Returns the differences, as text for a person. */
export function findings(file: ExpectedFile, { status, headers, body }: Answer): readonly string[] {
  const { url, path, content } = file;
  if (status !== 200) {
    const location = headers.get('location');
    const target = location === undefined ? '' : ` It redirects to:\n  ${location.join('\n  ')}`;
    return [`${url.href} answers ${status} instead of 200.${target}`];
  }
  const type = headers.get('content-type') ?? [];
  return [
    ...(body?.equals(content) ? [] : [`${url.href} is not the file that this command writes.`]),
    ...(type.length < 2 && isContentType(path, type[0])
      ? []
      : [wrongHeader(url, 'Content-Type', type, contentType(path))]),
    ...file.headers.flatMap(([name, value]) => {
      const values = headers.get(name.toLowerCase()) ?? [];
      const isRight = values.length === 1 && values[0] === value;
      return isRight ? [] : [wrongHeader(url, name, values, value)];
    }),
    ...[...headers].flatMap(([name, values]) => {
      const effect = FORBIDDEN.find(([pattern]) => pattern.test(name))?.[1];
      return effect === undefined
        ? []
        : [
            `${url.href} has the header ${name}, which ${effect}. Remove it:\n  ${values.join('\n  ')}`,
          ];
    }),
  ];
}

function wrongHeader(url: URL, name: string, values: readonly string[], expected: string): string {
  const [first, ...more] = values;
  if (first === undefined) return `${url.href} lacks the header ${name}. Expected:\n  ${expected}`;
  const fault =
    more.length > 0 ? `has the header ${name} ${values.length} times` : `has the wrong ${name}`;
  return `${url.href} ${fault}:\n  ${values.join('\n  ')}\nExpected:\n  ${expected}`;
}
