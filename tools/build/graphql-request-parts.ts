import { fileURLToPath } from 'node:url';
import type { TestRunnerPlugin } from '@web/test-runner';
import { parseSync, Visitor, type Plugin } from 'vite';
import { mapOfLines } from './template-white-space.js';

/** What stands in for them in everything that runs in a browser, seen from the project's root. */
const STUB = '/src/service/graphql-request-stub.ts';

/** The modules of `graphql-request` of which the element has no need, as the others of the package import them. */
const REPLACED =
  /^\.\.\/(legacy\/)?(classes\/ClientError|functions\/(batchRequests|request)|helpers\/analyzeDocument|lib\/graphql)\.js$/;

const isReplaced = (source: string, importer = ''): boolean =>
  REPLACED.test(source) && importer.includes('/graphql-request/');

/** For the builds and the development server. */
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

/** What a single mutation passes through, of the classes and switches that have more. */
const NEEDED = /^(constructor|url|requestConfig|rawRequest)$/;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Takes out of the builds what is for other kinds of requests: the methods of the client, and the cases of a batch. */
export function graphqlRequestMembers(): Plugin {
  return {
    name: 'graphql-request-members',
    apply: 'build',
    transform: {
      filter: { id: /\/graphql-request\/.*\/(GraphQLClient|runRequest)\.js$/ },
      handler(code, id) {
        const cuts: Span[] = [];
        const textOf = ({ start, end }: Span): string => code.slice(start, end);
        new Visitor({
          ClassBody({ body }) {
            for (const member of body)
              if ('key' in member && !NEEDED.test(textOf(member.key))) cuts.push(member);
          },
          SwitchCase(branch) {
            if (branch.test && textOf(branch.test) === '`Batch`') cuts.push(branch);
          },
          ConditionalExpression({ test, consequent, alternate }) {
            const [, tag] = /\._tag === (`Single`|`Batch`)$/.exec(textOf(test)) ?? [];
            if (tag === undefined) return;
            const taken = tag === '`Single`' ? consequent : alternate;
            cuts.push(
              { start: test.start, end: taken.start },
              { start: taken.end, end: alternate.end },
            );
          },
        }).visit(parseSync(id, code).program);
        cuts.sort((a, b) => b.start - a.start);
        const lines = (text: string): string => text.replace(/[^\n]/g, '');
        const rest = cuts.reduce(
          (rest, { start, end }) =>
            rest.slice(0, start) + lines(rest.slice(start, end)) + rest.slice(end),
          code,
        );
        return { code: rest, map: mapOfLines(code, id) };
      },
    },
  };
}

/** For the test runner, so that the tests run what is shipped. */
export function graphqlRequestPartsPlugin(): TestRunnerPlugin {
  return {
    name: 'graphql-request-parts',
    resolveImport: ({ source, context }) => (isReplaced(source, context.path) ? STUB : undefined),
  };
}
