/** Checks the element's one document against the service, and finds the tag for its schema. */
import {
  buildClientSchema,
  getIntrospectionQuery,
  getOperationAST,
  getVariableValues,
  isUnionType,
  getNamedType,
  parse,
  print,
  validate,
  visit,
  type GraphQLSchema,
  type IntrospectionQuery,
  type OperationDefinitionNode,
} from 'graphql';
import type { Operation } from '../../service/attempt.js';
import { setPinOperation } from '../../set-pin/operation.js';
import { ASK_PROVIDER, note, ok, Problem, type Finding } from './finding.js';
import { execute, problemOf } from './problems.js';
import { post, type Service } from './service.js';

const ROOT = 'setPinForPaymentCard';

/** Types to try if the schema is hidden. The first one is the element's default. */
const KEY_TYPES = ['String!', 'ID!', 'UUID!', undefined];

/** Checks that a PIN can be set with the element's document. Nothing is executed. */
export async function checkOperation(service: Service): Promise<Finding | readonly Finding[]> {
  const schema = await readSchema(service);
  return schema === undefined ? tryTypes(service) : judge(schema);
}

/** Returns the schema, or `undefined` if the service doesn't let this key read it. */
async function readSchema(service: Service): Promise<GraphQLSchema | undefined> {
  try {
    const document = getIntrospectionQuery({ descriptions: false });
    const data = await execute(service, { name: 'IntrospectionQuery', document });
    return buildClientSchema(data as unknown as IntrospectionQuery, { assumeValid: true });
  } catch (error) {
    // A firewall may block introspection only. Then a client token can go on.
    if (error instanceof Problem && !error.reached && service.accepted?.name === 'API key')
      throw error;
    return undefined;
  }
}

function judge(schema: GraphQLSchema): readonly Finding[] {
  const mutation = schema.getMutationType()?.getFields()[ROOT];
  if (mutation === undefined)
    throw new Problem(
      `For this key, the schema has no mutation ${ROOT}.`,
      'Ask the provider whether PINs can be set in this environment.',
    );
  const key = mutation.args.find(({ name }) => name === 'IdempotencyKey');
  const keyType = key && String(key.type);
  const fault = findFault(schema, keyType);
  if (fault !== undefined)
    throw new Problem(
      `The element’s operation doesn’t fit the schema: no PIN can be set. ${fault}`,
      ASK_PROVIDER,
    );
  const payload = getNamedType(mutation.type);
  const others = (isUnionType(payload) ? payload.getTypes() : [])
    .map(({ name }) => name)
    .filter((name) => !KNOWN_PAYLOADS.includes(name));
  const names = others.map(printable).join(', ');
  return [
    accepted(keyType),
    ...(names === '' ? [] : [note(`${names} would leave the PIN unconfirmed.`)]),
  ];
}

/** Returns why the schema refuses the document or its variables. */
function findFault(schema: GraphQLSchema, keyType: string | undefined): string | undefined {
  const { query, variables } = operationWith(keyType);
  const document = parse(query);
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  const [fault] = [
    ...validate(schema, document),
    ...(getVariableValues(schema, definitions, variables).errors ?? []),
  ];
  // Its names come from the service.
  return fault && (/^[\x20-\x7e]{1,300}$/.test(fault.message) ? fault.message : '');
}

const KNOWN_PAYLOADS = ['PaymentCard', 'UserError', 'AccessDeniedError'];

/** Sends the document with each type of the key, with every field skipped. */
async function tryTypes(service: Service): Promise<Finding> {
  // The check of the API key comes first.
  const { name: credential, headers } = service.accepted!;
  const send = async (document: string, variables: Operation['variables']) =>
    problemOf(
      await post(service, { name: 'SetPinForPaymentCard', document, variables }, headers),
      credential,
    );
  let problem: Problem | undefined;
  for (const keyType of KEY_TYPES) {
    const { query, variables } = operationWith(keyType);
    problem = await send(skipFields(query), variables);
    if (problem === undefined) return accepted(keyType);
    if (problem.refused === 'unregistered') {
      // Only the unchanged document can be registered. It isn't executed without its variables.
      problem = await send(query, {});
      if (problem === undefined || problem.refused === 'operation')
        return accepted(keyType, 'knows the element’s document. Its schema isn’t checked');
    }
    const { message, advice, refused, reached } = problem;
    if (credential === 'API key') {
      if (!reached) throw problem;
      if (refused === 'credential')
        return note(
          'Without a client token the element’s operation can’t be tried.',
          'Pass a payment card’s id with --card.',
        );
    }
    // Drops `reached`: another machine can have got only a client token, so the other checks go on.
    if (refused !== 'operation' && refused !== 'unregistered') throw new Problem(message, advice);
  }
  if (problem?.refused === 'unregistered') throw problem;
  throw new Problem(
    'The service refuses the element’s operation with every type of the key: no PIN can be set.',
    ASK_PROVIDER,
  );
}

/** Returns the element's operation, with neither a PIN nor a card. */
function operationWith(keyType: string | undefined): Operation {
  const key = '00000000-0000-4000-8000-000000000000';
  return setPinOperation('', { paymentCardId: 'set-card-pin-doctor', keyType }, key);
}

function accepted(
  keyType: string | undefined,
  verdict = 'accepts the element’s operation',
): Finding {
  const attribute = /^String!?$/.test(keyType ?? '')
    ? ''
    : ` idempotency-key="${printable(keyType ?? 'none')}"`;
  return ok(
    `The service ${verdict}. The tag: <set-card-pin endpoint="…" card-id="…"${attribute}>` +
      (keyType === undefined ? ' Without a key, the cardholder decides after a lost answer.' : ''),
  );
}

/** Marks all fields with `@skip(if: true)`, so that the service executes none. */
function skipFields(query: string): string {
  const { directives } = parse('query @skip(if: true) { a }')
    .definitions[0] as OperationDefinitionNode;
  return print(visit(parse(query), { Field: (field) => ({ ...field, directives }) }));
}

/** Returns a name or a type, but only if it looks like one: it comes from the service. */
function printable(name: string): string {
  return /^[\w![\]]{1,80}$/.test(name) ? name : '(a name that can’t be shown)';
}
