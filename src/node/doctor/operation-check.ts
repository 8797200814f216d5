/** Checks the element's document against the API's schema, and suggests the tag to use. */
import {
  buildClientSchema,
  getIntrospectionQuery,
  getOperationAST,
  getVariableValues,
  parse,
  print,
  validate,
  visit,
  type GraphQLSchema,
  type IntrospectionQuery,
  type OperationDefinitionNode,
} from 'graphql';
import type { Operation } from '../../service/attempt.js';
import { membersOf } from '../../service/members.js';
import { setPinOperation } from '../../set-pin/operation.js';
import { post, withKey, withToken, type Answer, type Api } from './api.js';
import { ASK_PROVIDER, ok, Problem, waitingFor, type Result } from './finding.js';
import { problemOf } from './problems.js';

const ROOT = 'setPinForPaymentCard';

/** Types to try if the schema is hidden. The first one is the element's default. */
const KEY_TYPES = ['String!', 'ID!', 'UUID!', undefined];

/** Checks that a PIN can be set with the element's document. Nothing is executed. */
export async function checkOperation(api: Api): Promise<Result> {
  const document = getIntrospectionQuery({ descriptions: false });
  const answer = await post(api, { name: 'IntrospectionQuery', document }, withKey(api));
  const schema = readSchema(answer);
  if (schema !== undefined) return judge(schema);
  return api.token === undefined ? waitingFor('client-token') : tryTypes(api);
}

/** Returns `undefined` if the API hides its schema from the key. */
function readSchema({ body }: Answer): GraphQLSchema | undefined {
  try {
    const data = membersOf(body)['data'] as IntrospectionQuery;
    return buildClientSchema(data, { assumeValid: true });
  } catch {
    return undefined;
  }
}

function judge(schema: GraphQLSchema): Result {
  const mutation = schema.getMutationType()?.getFields()[ROOT];
  if (mutation === undefined)
    throw new Problem(
      `For this key, the schema has no mutation ${ROOT}.`,
      'Ask the provider whether PINs can be set in this environment.',
    );
  const key = mutation.args.find(({ name }) => name === 'IdempotencyKey');
  const keyType = key && String(key.type);
  const fault = findFault(schema, keyType);
  if (fault === undefined) return accepted(keyType);
  throw new Problem(
    `The element’s operation doesn’t match the schema, so the element can’t set a PIN. ${fault}`,
    ASK_PROVIDER,
  );
}

/** Returns why the schema rejects the document or its variables. */
function findFault(schema: GraphQLSchema, keyType: string | undefined): string | undefined {
  const { query, variables } = operationWith(keyType);
  const document = parse(query);
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  const [fault] = [
    ...validate(schema, document),
    ...(getVariableValues(schema, definitions, variables).errors ?? []),
  ];
  // The message contains names from the API.
  return fault && (/^[\x20-\x7e]{1,300}$/.test(fault.message) ? fault.message : '');
}

/** Sends the document with each type of idempotency key, and with every field skipped. */
async function tryTypes(api: Api): Promise<Result> {
  const attempt = async (document: string, variables: Operation['variables']) => {
    const operation = { name: 'SetPinForPaymentCard', document, variables };
    return problemOf(await post(api, operation, withToken(api)), 'client token');
  };
  let problem: Problem | undefined;
  for (const keyType of KEY_TYPES) {
    const { query, variables } = operationWith(keyType);
    problem = await attempt(skipFields(query), variables);
    if (problem === undefined) return accepted(keyType);
    if (problem.refused === 'unregistered') {
      // Only the unchanged document can be registered, and it isn't executed without its variables.
      problem = await attempt(query, {});
      if (problem === undefined || problem.refused === 'operation')
        return accepted(keyType, 'knows the element’s document. Its schema isn’t checked');
    }
    if (problem.refused !== 'operation' && problem.refused !== 'unregistered') throw problem;
  }
  if (problem?.refused === 'unregistered') throw problem;
  throw new Problem(
    'The API rejects the element’s operation with every type of idempotency key, so the element can’t set a PIN.',
    problem?.advice ?? ASK_PROVIDER,
  );
}

/** Returns the element's operation, without a PIN or a real card. */
function operationWith(keyType: string | undefined): Operation {
  const key = '00000000-0000-4000-8000-000000000000';
  return setPinOperation('', { paymentCardId: 'set-card-pin-doctor', keyType }, key);
}

function accepted(keyType = 'none', verdict = 'accepts the element’s operation'): Result {
  // The type comes from the API.
  const type = /^[\w![\]]{1,80}$/.test(keyType) ? keyType : '…';
  const attribute = /^String!?$/.test(type) ? '' : ` idempotency-key="${type}"`;
  return ok(
    `The API ${verdict}. The tag: <set-card-pin endpoint="…" card-id="…"${attribute}>` +
      (type === 'none'
        ? ' There is no idempotency key, so the cardholder decides whether to try again after a lost response.'
        : ''),
  );
}

/** Marks all fields with `@skip(if: true)`, so that the API doesn't execute any. */
function skipFields(query: string): string {
  const { directives } = parse('query @skip(if: true) { a }')
    .definitions[0] as OperationDefinitionNode;
  return print(visit(parse(query), { Field: (field) => ({ ...field, directives }) }));
}
