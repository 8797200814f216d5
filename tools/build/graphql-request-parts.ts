import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor, type Plugin } from 'vite';
import { mapOfLines } from './template-white-space.js';

/** Replacement for some modules of `graphql-request`, as a path from the project's folder. */
const STUB = '/src/service/graphql-request-stub.ts';

/** Import paths of the modules that the element doesn't need. */
const REPLACED =
  /^\.\.\/(legacy\/)?(classes\/ClientError|functions\/(batchRequests|request)|helpers\/analyzeDocument|lib\/graphql)\.js$/;

const isReplaced = (source: string, importer = ''): boolean =>
  REPLACED.test(source) && importer.includes('/graphql-request/');

/** Replaces these modules in builds and in the development server. */
export function graphqlRequestParts(): Plugin {
  const stub = fileURLToPath(new URL(`../..${STUB}`, import.meta.url));
  return {
    name: 'graphql-request-parts',
    enforce: 'pre',
    resolveId: {
      filter: { id: REPLACED },
      handler: (source, importer) => (isReplaced(source, importer) ? stub : undefined),
    },
  };
}

/** Members of the client that a single mutation needs. */
const NEEDED = /^(constructor|url|requestConfig|rawRequest)$/;

/**
 * Conditions whose value is known, by module. Our requests are single mutations, so the method is
 * POST. They have an `Accept` header, and neither middleware nor a signal.
 */
const KNOWN: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  GraphQLClient: {
    'rawRequestOptions.signal !== undefined': false,
    responseMiddleware: false,
    'response instanceof Error': false,
  },
  runRequest: {
    'input.request._tag === `Single`': true,
    'input.request.document.isMutation': true,
    '!headers.has(ACCEPT_HEADER)': false,
    'method === `POST`': true,
    'typeof body === `string` && !headers.has(CONTENT_TYPE_HEADER)': true,
    'params.middleware': false,
    searchParams: false,
  },
};

/**
 * Texts in each module, and what replaces them. `request.ts` gives the client one object with the
 * request, `fetch` and a serializer, and reads neither the client's URL nor its result.
 */
const SIMPLER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GraphQLClient: {
    'requestConfig = {}': 'requestConfig',
    'headers, fetch = globalThis.fetch, method = `POST`, requestMiddleware, responseMiddleware, excludeOperationName,':
      'fetch,',
    '...args': 'queryOrOptions',
    'const [queryOrOptions, variables, requestHeaders] = args;': '',
    'parseRawRequestArgs(queryOrOptions, variables, requestHeaders)': 'queryOrOptions',
    ', excludeOperationName)': ')',
    '...HeadersInitToPlainObject(callOrIdentity(headers)),': '',
    'HeadersInitToPlainObject(rawRequestOptions.requestHeaders)':
      'rawRequestOptions.requestHeaders',
    '_tag: `Single`,': '',
    'method,': '',
    'middleware: requestMiddleware,': '',
  },
  runRequest: {
    'createFetcher(config.method)': 'createFetcher(`POST`)',
    'fetcher(config)': 'fetcher(input)',
    ' ?? defaultJsonSerializer': '',
    'new URL(params.url)': 'params.url',
    'params.fetch ?? fetch': 'params.fetch',
  },
};

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Cut extends Span {
  /** What is left in its place. */
  readonly left?: string;
}

/**
 * Removes code that the element doesn't need from the builds: other methods of the client, batches,
 * GET requests and middleware. It also removes the code that reads the answer, because `request.ts`
 * does that.
 *
 * @throws {Error} while building, if a version of the library lacks a condition or a text
 */
export function graphqlRequestMembers(): Plugin {
  return {
    name: 'graphql-request-members',
    apply: 'build',
    transform: {
      filter: { id: /\/graphql-request\/.*\/(GraphQLClient|runRequest)\.js$/ },
      handler(original, id) {
        const name = basename(id, '.js');
        const known = KNOWN[name]!;
        const unseen = new Set(Object.keys(known));
        let code = original;
        for (const [text, simpler] of Object.entries(SIMPLER[name]!)) {
          if (!code.includes(text)) throw new Error(`${id} has no ${text}.`);
          code = code.replaceAll(text, simpler);
        }
        const cuts: Cut[] = [];
        const textOf = ({ start, end }: Span): string => code.slice(start, end);
        /** Leaves only a part of a node. Without a part, it leaves nothing. */
        const keep = (node: Span, part: Span = { start: node.end, end: node.end }) =>
          cuts.push({ start: node.start, end: part.start }, { start: part.end, end: node.end });
        const keepExpression = (node: Span, part: Span) =>
          // In parentheses, because a line break after `return` would end the statement.
          cuts.push(
            { start: node.start, end: part.start, left: '(' },
            { start: part.end, end: node.end, left: ')' },
          );
        /** Returns the value of a condition, or `undefined` if it is not known. */
        const valueOf = (condition: Span): boolean | undefined => {
          unseen.delete(textOf(condition));
          return known[textOf(condition)];
        };
        new Visitor({
          ClassBody({ body }) {
            for (const member of body)
              if ('key' in member && !NEEDED.test(textOf(member.key))) keep(member);
          },
          VariableDeclaration(declaration) {
            if (/^const fetchResponse\b/.test(textOf(declaration)))
              cuts.push({ start: declaration.end, end: code.indexOf('\n};', declaration.end) });
          },
          IfStatement(node) {
            const value = valueOf(node.test);
            if (value !== undefined) keep(node, value ? node.consequent : undefined);
          },
          ConditionalExpression(node) {
            if (valueOf(node.test)) keepExpression(node, node.consequent);
          },
          SwitchStatement(node) {
            const single = node.cases.find(({ test }) => test && textOf(test) === '`Single`');
            const [first] = single?.consequent ?? [];
            if (first !== undefined) keep(node, first);
          },
        }).visit(parseSync(id, code).program);
        if (unseen.size > 0)
          throw new Error(`${id} has no condition ${[...unseen].join(' and no condition ')}.`);
        return { code: without(code, cuts), map: mapOfLines(original, id) };
      },
    },
  };
}

/** Returns the code without the cuts, on the same lines as before. */
function without(code: string, cuts: Cut[]): string {
  let rest = '';
  let end = 0;
  for (const cut of cuts.sort((a, b) => a.start - b.start)) {
    // It is in a node that is cut as a whole.
    if (cut.end <= end) continue;
    rest += code.slice(end, cut.start) + (cut.left ?? '');
    rest += code.slice(cut.start, cut.end).replace(/[^\n]/g, '');
    end = cut.end;
  }
  return rest + code.slice(end);
}
