import { fileURLToPath } from 'node:url';
import type { TestRunnerPlugin } from '@web/test-runner';
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

/** Conditions that are never true: our requests have no middleware and never use GET. */
const NEVER = /^(params\.middleware|searchParams)$/;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Removes code that the element doesn't need from the builds: other methods of the client, batches,
 * GET requests and middleware. It also removes the code that reads the answer, because `request.ts`
 * does that.
 */
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
          VariableDeclaration(declaration) {
            if (/^const fetchResponse\b/.test(textOf(declaration)))
              cuts.push({ start: declaration.end, end: code.indexOf('\n};', declaration.end) });
          },
          IfStatement({ start, end, test, consequent }) {
            if (NEVER.test(textOf(test))) cuts.push({ start, end });
            else if (textOf(test) === 'method === `POST`')
              cuts.push({ start, end: consequent.start }, { start: consequent.end, end });
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
        const lineBreaks = (text: string): string => text.replace(/[^\n]/g, '');
        const outermost = cuts.filter(
          (cut) =>
            !cuts.some(
              (other) => other !== cut && other.start <= cut.start && cut.end <= other.end,
            ),
        );
        outermost.sort((a, b) => b.start - a.start);
        const rest = outermost.reduce(
          (rest, { start, end }) =>
            rest.slice(0, start) + lineBreaks(rest.slice(start, end)) + rest.slice(end),
          code,
        );
        return { code: rest, map: mapOfLines(code, id) };
      },
    },
  };
}

/** Replaces the same modules in the test runner, so that tests run the code that is shipped. */
export function graphqlRequestPartsPlugin(): TestRunnerPlugin {
  return {
    name: 'graphql-request-parts',
    resolveImport: ({ source, context }) => (isReplaced(source, context.path) ? STUB : undefined),
  };
}
