/**
 * Runs the provider's server SDK against the sandbox. The SDK is not a dependency:
 * `CONTRIBUTING.md` says how to get it.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { callCommand, style, UsageError } from '../../../src/node/command.js';
import { readOptions } from '../../../src/node/options.js';
import { startSandbox, type Sandbox } from '../../../src/node/sandbox/sandbox.js';
import { SCHEMA_NAMES } from '../../../src/node/sandbox/schema-name.js';
import { clientTokenRequest, QUERIES, SDK_HEADERS, type SdkRequest } from './requests.js';

const HELP = `Usage: npx tsx tools/check/server-sdk/main.ts --sdk FOLDER

Runs the provider's server SDK against the sandbox, with each schema, and checks that it still sends
the requests in tools/check/server-sdk/requests.ts.

  --sdk FOLDER  the package, with its build
  --help        shows this help

Exit codes: 0 success; 1 a check failed; 2 usage error.
`;

/** The parts of the SDK's client that are used here. */
interface SdkClient {
  readonly graphql: {
    request(query: string, variables?: object): Promise<Readonly<Record<string, unknown>>>;
  };
  readonly clientTokens: {
    createForPaymentCard(input: object): Promise<{ value: string; expirationDate: string }>;
  };
}
type SdkClass = new (options: { apiKey: string; baseUrl: string }) => SdkClient;

interface Check {
  readonly name: string;
  /** The request that the SDK should send. */
  readonly request: SdkRequest;
  /** Calls the SDK, and fails unless it understands the answer. */
  readonly run: () => Promise<void>;
}

await callCommand(
  HELP,
  (args) =>
    readOptions<{ sdk: string }>(args, {
      sdk: (text) => {
        if (text) return text;
        throw new UsageError('--sdk needs a folder.');
      },
    }),
  async ({ sdk }) => {
    if (sdk === undefined) throw new UsageError('--sdk FOLDER is required.');
    const Client = await loadClient(resolve(sdk));
    let failures = 0;
    for (const schema of SCHEMA_NAMES) {
      process.stdout.write(`\n${style('bold', `--schema ${schema}`)}\n`);
      const sandbox = await startSandbox({ port: 0, schema });
      try {
        for (const check of checksOf(Client, sandbox)) {
          const fault = await faultOf(check, sandbox);
          if (fault !== undefined) failures += 1;
          const verdict = fault === undefined ? style('green', 'ok') : style('red', 'failed');
          process.stdout.write(`  ${verdict}  ${check.name}${fault ? `: ${fault}` : ''}\n`);
        }
      } finally {
        await sandbox.close();
      }
    }
    if (failures > 0) process.exitCode = 1;
  },
);

async function loadClient(folder: string): Promise<SdkClass> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly module: string;
  };
  const sdk = (await import(pathToFileURL(join(folder, manifest.module)).href)) as {
    readonly Highnote: SdkClass;
  };
  return sdk.Highnote;
}

function checksOf(Client: SdkClass, { test: { url, apiKey } }: Sandbox): readonly Check[] {
  const client = new Client({ apiKey, baseUrl: url });
  const query = (request: SdkRequest) => client.graphql.request(request.query, request.variables);
  const input = { paymentCardId: 'card_test_accepted', permissions: ['SET_PAYMENT_CARD_PIN'] };
  const unknown = { ...input, paymentCardId: 'card_test_unknown' };
  return [
    {
      name: 'ping',
      request: QUERIES.ping,
      run: async () => assert.deepEqual(await query(QUERIES.ping), { ping: 'pong' }),
    },
    {
      name: 'node',
      request: QUERIES.node,
      run: async () => {
        const node = { __typename: 'PaymentCard', id: 'card_test_accepted' };
        assert.deepEqual(await query(QUERIES.node), { node });
      },
    },
    {
      name: 'organizations',
      request: QUERIES.organizations,
      run: async () => {
        const { organizations } = await query(QUERIES.organizations);
        assert.equal((organizations as unknown[]).length, 1);
      },
    },
    {
      name: 'introspection',
      request: QUERIES.introspection,
      run: async () => assert.ok((await query(QUERIES.introspection))['__schema']),
    },
    {
      name: 'createForPaymentCard',
      request: clientTokenRequest(input),
      run: async () => {
        const { value, expirationDate } = await client.clientTokens.createForPaymentCard(input);
        assert.ok(value !== '' && Date.parse(expirationDate) > Date.now());
      },
    },
    {
      name: 'createForPaymentCard, for an unknown card',
      request: clientTokenRequest(unknown),
      run: async () => {
        const error = await errorOf(client.clientTokens.createForPaymentCard(unknown));
        assert.deepEqual(error.fieldErrors, [
          {
            code: 'CARD_NOT_FOUND',
            description: 'There is no card with this id.',
            errorPath: ['input', 'paymentCardId'],
          },
        ]);
      },
    },
    {
      name: 'createForPaymentCard, with a wrong key',
      request: clientTokenRequest(input),
      run: async () => {
        const stranger = new Client({ apiKey: 'wrong', baseUrl: url });
        const error = await errorOf(stranger.clientTokens.createForPaymentCard(input));
        assert.equal(error.response?.status, 401);
        assert.deepEqual(error.response.errors, [{ message: 'Bad credentials.' }]);
      },
    },
  ];
}

/** The errors that the SDK throws: its own, or those of its GraphQL client. */
interface SdkError {
  readonly fieldErrors?: unknown;
  readonly response?: { readonly status: number; readonly errors: unknown };
}

async function errorOf(call: Promise<unknown>): Promise<SdkError> {
  return call.then(
    () => assert.fail('The SDK reports a success.'),
    (error: unknown) => error as SdkError,
  );
}

/** Runs a check, and compares the request that the sandbox got. */
async function faultOf({ request, run }: Check, { control }: Sandbox): Promise<string | undefined> {
  try {
    await fetch(`${control.url}/requests`, { method: 'DELETE' });
    await run();
    const log = await fetch(`${control.url}/requests`);
    const { requests } = (await log.json()) as {
      requests: readonly { request: { headers: Record<string, string>; body: unknown } }[];
    };
    assert.equal(requests.length, 1, 'The SDK sends more than one request.');
    const { headers, body } = requests[0]!.request;
    assert.deepEqual(body, request, 'The SDK sends another body.');
    for (const [name, value] of Object.entries(SDK_HEADERS)) assert.equal(headers[name], value);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
