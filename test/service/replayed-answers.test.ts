/**
 * Answers of GraphQL servers that don't run in Node, replayed. The wording is the servers' own,
 * from the source above each answer; a source also holds for the answers after it. The names of
 * types, fields and arguments are ours. No source was found for a throttled request.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { FailedOutcome } from '../../src/set-pin/outcome.js';
import { respond, type Answer, type ReceivedRequest } from '../support/scripted-service.js';
import { SET, submit } from '../support/submit.js';

/** A change of the request, after which the client sends it again. */
interface Change {
  readonly name: string;
  readonly query?: (query: string) => string;
  readonly variables?: (variables: Variables) => object;
  readonly authorization?: string;
}

type Variables = ReceivedRequest['variables'] & { readonly input?: object };

const NO_KEY: Change = {
  name: 'leaves out the key',
  query: (query) =>
    query
      .replace(', $IdempotencyKey: String!', '')
      .replace(', IdempotencyKey: $IdempotencyKey', ''),
  variables: ({ input }) => ({ input }),
};

const NO_LAST4: Change = {
  name: 'leaves out last4',
  query: (query) => query.replace(' last4', ''),
};

const NO_USER_ERROR: Change = {
  name: 'leaves out UserError',
  query: (query) => query.replace(/\n.*UserError.*/, ''),
};

const KEY_OF_TYPE_ID: Change = {
  name: 'declares the key as ID',
  query: (query) => query.replace('$IdempotencyKey: String!', '$IdempotencyKey: ID!'),
};

const KEY_IN_INPUT: Change = {
  name: 'adds the key to the input',
  variables: (variables) => ({
    ...variables,
    input: { ...variables.input, idempotencyKey: variables.IdempotencyKey },
  }),
};

const RENEWAL: Change = { name: 'renews the client token', authorization: 'Bearer second' };

/** An answer of a server, and what the client does. */
type Row = readonly [what: string, answer: Answer, promised: Change | FailedOutcome['kind']];

const GRAPHQL_JSON = { 'Content-Type': 'application/graphql-response+json' };

/** The position of an error, the same in all answers. */
const locations = [{ line: 2, column: 47 }];

/** Answers with one error, and without `data`. */
function requestError(status: number, error: object, headers: object = {}): Answer {
  return respond(status, { errors: [{ locations, ...error }] }, headers);
}

/** Answers with one error of the root field. */
function fieldError(error: object, headers: object = {}): Answer {
  const errors = [{ locations, path: ['result'], ...error }];
  return respond(200, { errors, data: { result: null } }, headers);
}

/** graphql-java, in Spring for GraphQL. */
const SPRING: readonly Row[] = [
  // graphql-java c5c20fd, src/main/resources/i18n/Validation.properties, and these tests in
  // src/test/groovy/graphql/validation: KnownArgumentNamesTest, FieldsOnCorrectTypeTest,
  // PossibleFragmentSpreadsTest, VariableTypesMatchTest. The members of an error are
  // those of GraphqlErrorHelper.toSpecification. The status is that of spring-graphql d33b3cd,
  // GraphQlHttpHandler.selectResponseStatus: 400 with its media type, otherwise 200.
  [
    'an unknown argument',
    spring("(UnknownArgument@[setPinForPaymentCard]) : Unknown field argument 'IdempotencyKey'"),
    NO_KEY,
  ],
  [
    'an unknown field',
    spring(
      "(FieldUndefined@[setPinForPaymentCard/last4]) : Field 'last4' in type 'PaymentCard' is undefined",
    ),
    NO_LAST4,
  ],
  [
    'a type that the union lacks',
    spring(
      "(InvalidFragmentType@[setPinForPaymentCard]) : Fragment cannot be spread here as objects of type 'SetPinForPaymentCardPayload' can never be of type 'UserError'",
    ),
    NO_USER_ERROR,
  ],
  [
    'another type of the key',
    spring(
      "(VariableTypeMismatch@[setPinForPaymentCard]) : Variable 'IdempotencyKey' of type 'String!' used in position expecting type 'ID!'",
    ),
    KEY_OF_TYPE_ID,
  ],
  // spring-graphql d33b3cd, SecurityExceptionResolverUtils.
  [
    'no authentication',
    fieldError({ message: 'Unauthorized', extensions: { classification: 'UNAUTHORIZED' } }),
    RENEWAL,
  ],
  [
    'no permission',
    fieldError({ message: 'Forbidden', extensions: { classification: 'FORBIDDEN' } }),
    'denied',
  ],
];

function spring(message: string): Answer {
  const extensions = { classification: 'ValidationError' };
  return requestError(400, { message: `Validation error ${message}`, extensions }, GRAPHQL_JSON);
}

const HOT_CHOCOLATE: readonly Row[] = [
  // ChilliCream/graphql-platform, src/HotChocolate/Core/test/Validation.Tests/__snapshots__:
  // DocumentValidatorTests.InvalidFieldArgName.snap, commit 0383f0a. The status is that of
  // AspNetCore.Tests/__snapshots__/HttpGetMiddlewareTests.SingleRequest_ValidationError.snap.
  [
    'an unknown argument',
    hotChocolate('The argument `IdempotencyKey` does not exist.', {
      type: 'Mutation',
      field: 'setPinForPaymentCard',
      argument: 'IdempotencyKey',
    }),
    NO_KEY,
  ],
  // src/HotChocolate/Core/src/Validation/ErrorHelper.cs, FieldDoesNotExist, commit 01f979a.
  [
    'an unknown field',
    hotChocolate('The field `last4` does not exist on the type `PaymentCard`.', {
      type: 'PaymentCard',
      field: 'last4',
      responseName: 'last4',
    }),
    NO_LAST4,
  ],
  // DocumentValidatorTests.FragmentDoesNotMatchType.snap, commit 1a94f08.
  [
    'a type that the union lacks',
    hotChocolate('The parent type does not match the type condition on the fragment.', {
      typeCondition: 'UserError',
      selectionSetType: 'SetPinForPaymentCardPayload',
    }),
    NO_USER_ERROR,
  ],
  // AllVariableUsagesAreAllowedRuleTests.StringOverBoolean.snap, commit 2a4055d.
  [
    'another type of the key',
    hotChocolate(
      'The variable `IdempotencyKey` is not compatible with the type of the current location.',
      { variable: 'IdempotencyKey', variableType: 'String!', locationType: 'ID!' },
    ),
    KEY_OF_TYPE_ID,
  ],
  // src/HotChocolate/AspNetCore/test/AspNetCore.Authorization.Tests/__snapshots__:
  // AuthorizationTests.Authorize_WithoutArgs_NoClaimsIdentity_NotAuthenticated.snap, commit
  // 96006bb.
  [
    'no authentication',
    fieldError(
      {
        message: 'The current user is not authorized to access this resource.',
        extensions: { code: 'AUTH_NOT_AUTHENTICATED' },
      },
      GRAPHQL_JSON,
    ),
    RENEWAL,
  ],
];

function hotChocolate(message: string, extensions: object): Answer {
  return requestError(400, { message, path: ['result'], extensions }, GRAPHQL_JSON);
}

/** Its controller answers every request with 200. */
const GRAPHQL_RUBY: readonly Row[] = [
  // rmosolgo/graphql-ruby 2.6.9, spec/graphql/static_validation/rules:
  // arguments_are_defined_spec.rb, fields_are_defined_on_type_spec.rb,
  // variable_usages_are_allowed_spec.rb, fragment_spreads_are_possible_spec.rb; and
  // lib/…/fragment_types_exist.rb. The status is that of
  // lib/generators/graphql/templates/graphql_controller.erb.
  [
    'an unknown argument',
    graphqlRuby(
      "Field 'setPinForPaymentCard' doesn't accept argument 'IdempotencyKey'",
      ['IdempotencyKey'],
      'argumentNotAccepted',
    ),
    NO_KEY,
  ],
  [
    'an unknown field',
    graphqlRuby(
      "Field 'last4' doesn't exist on type 'PaymentCard'",
      ['... on PaymentCard', 'last4'],
      'undefinedField',
    ),
    NO_LAST4,
  ],
  [
    'a type that the union lacks',
    graphqlRuby(
      "Fragment on UserError can't be spread inside SetPinForPaymentCardPayload",
      ['... on UserError'],
      'cannotSpreadFragment',
    ),
    NO_USER_ERROR,
  ],
  [
    'an unknown type',
    graphqlRuby(
      "No such type UserError, so it can't be a fragment condition",
      ['... on UserError'],
      'undefinedType',
    ),
    NO_USER_ERROR,
  ],
  [
    'another type of the key',
    graphqlRuby(
      'Type mismatch on variable $IdempotencyKey and argument IdempotencyKey (String! / ID!)',
      ['IdempotencyKey'],
      'variableMismatch',
    ),
    KEY_OF_TYPE_ID,
  ],
  // guides/mutations/mutation_authorization.md: no code says that the mutation did not run.
  ['no permission', fieldError({ message: 'Only admins can run this mutation' }), 'unconfirmed'],
];

function graphqlRuby(message: string, path: readonly string[], code: string): Answer {
  return requestError(200, {
    message,
    path: ['mutation SetPinForPaymentCard', 'result', ...path],
    extensions: { code },
  });
}

/** Answers of gqlgen to application/json. To application/graphql-response+json it says 400. */
const GQLGEN: readonly Row[] = [
  // vektah/gqlparser 2.5.36, validator/rules: known_argument_names.go,
  // variables_in_allowed_position.go; validator/vars.go. The envelope and the status are
  // those of 99designs/gqlgen 0.17.94, graphql/handler/transport/http_post_test.go, "validation
  // failure" and "invalid variable".
  [
    'an unknown argument',
    gqlgen('Unknown argument "IdempotencyKey" on field "Mutation.setPinForPaymentCard".'),
    NO_KEY,
  ],
  ['an unknown field', gqlgen('Cannot query field "last4" on type "PaymentCard".'), NO_LAST4],
  [
    'another type of the key',
    gqlgen('Variable "$IdempotencyKey" of type "String!" used in position expecting type "ID!".'),
    KEY_OF_TYPE_ID,
  ],
  [
    'a key that is missing in the input',
    gqlgen('must be defined', ['variable', 'input', 'idempotencyKey']),
    KEY_IN_INPUT,
  ],
  [
    'a PIN of another type',
    gqlgen('cannot use string as Int', ['variable', 'input', 'newPin']),
    'misconfigured',
  ],
  // docs/content/recipes/authentication.md: the resolver, and the middleware.
  ['no permission', fieldError({ message: 'Access denied' }), 'unconfirmed'],
  [
    'no permission, from a middleware',
    respond(403, 'Invalid cookie\n', { 'Content-Type': 'text/plain; charset=utf-8' }),
    'denied',
  ],
];

function gqlgen(message: string, path?: readonly string[]): Answer {
  const error = { message, locations, path, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
  return respond(422, { errors: [error], data: null });
}

const HASURA: readonly Row[] = [
  // hasura/graphql-engine, server/src-lib/Hasura/GraphQL/Parser/Internal/Parser.hs, selection.
  [
    'an unknown argument',
    hasura(
      "'setPinForPaymentCard' has no argument named 'IdempotencyKey'",
      '$.selectionSet.setPinForPaymentCard',
    ),
    NO_KEY,
  ],
  // server/tests-py/queries/graphql_query/basic/select_query_author_col_not_present_err.yaml,
  // commit 26f6540; the envelope of /v1/graphql, as in the next one.
  [
    'an unknown field',
    hasura(
      'field "last4" not found in type: \'PaymentCard\'',
      '$.selectionSet.setPinForPaymentCard.selectionSet.last4',
    ),
    NO_LAST4,
  ],
  // server/tests-py/queries/graphql_validation/variable_type_mismatch.yaml, commit 4ef43b2.
  [
    'another type of the key',
    hasura(
      'variable "IdempotencyKey" is declared as String!, but used where ID! is expected',
      '$.selectionSet.setPinForPaymentCard.args.IdempotencyKey',
    ),
    KEY_OF_TYPE_ID,
  ],
  // server/tests-py/test_jwt.py, test_jwt_expired and test_jwt_invalid_role_in_request_header,
  // commit 07ef141.
  ['an expired token', hasura('Could not verify JWT: JWTExpired', '$', 'invalid-jwt'), RENEWAL],
  [
    'no permission',
    hasura('Your requested role is not in allowed roles', '$', 'access-denied'),
    'denied',
  ],
];

function hasura(message: string, path: string, code = 'validation-failed'): Answer {
  return respond(200, { errors: [{ message, extensions: { path, code } }] });
}

/** AWS AppSync answers 200 to every document that it can parse. */
const APPSYNC: readonly Row[] = [
  // github.com/graphql/graphql-over-http/issues/81, by the AppSync team, for the envelope.
  [
    'an unknown field',
    appSync(
      "FieldUndefined: Field 'last4' in type 'PaymentCard' is undefined @ 'setPinForPaymentCard/last4'",
    ),
    NO_LAST4,
  ],
  // github.com/aws-amplify/amplify-flutter/issues/3388
  [
    'an unknown argument',
    appSync("UnknownArgument: Unknown field argument IdempotencyKey @ 'setPinForPaymentCard'"),
    NO_KEY,
  ],
  // github.com/aws-amplify/learn/issues/417
  ['an unknown type', appSync('UnknownType: Unknown type UserError'), NO_USER_ERROR],
  // github.com/apollographql/graphql-tag/issues/652
  [
    'another type of the key',
    appSync(
      "VariableTypeMismatch: Variable type 'String!' doesn't match expected type 'ID!' @ 'setPinForPaymentCard'",
    ),
    KEY_OF_TYPE_ID,
  ],
  // github.com/aws-amplify/amplify-js/issues/2645, and issues/10388 for the status.
  [
    'a token that it refuses',
    respond(401, {
      errors: [{ errorType: 'UnauthorizedException', message: 'Unable to parse JWT token.' }],
    }),
    RENEWAL,
  ],
];

function appSync(error: string): Answer {
  const message = `Validation error of type ${error}`;
  const errors = [{ path: null, locations: [{ line: 2, column: 47, sourceName: null }], message }];
  return respond(200, { data: null, errors });
}

const ABSINTHE: readonly Row[] = [
  // absinthe-graphql/absinthe 1.11.0, lib/absinthe/phase/document:
  // validation/known_argument_names.ex, validation/fields_on_correct_type.ex,
  // arguments/variable_types_match.ex; and lib/absinthe/phase/validation/known_type_names.ex. The
  // status is that of absinthe-graphql/absinthe_plug 1.5.9, lib/absinthe/plug.ex, call/2.
  [
    'an unknown argument',
    absinthe(
      'Unknown argument "IdempotencyKey" on field "setPinForPaymentCard" of type "RootMutationType".',
    ),
    NO_KEY,
  ],
  ['an unknown field', absinthe('Cannot query field "last4" on type "PaymentCard".'), NO_LAST4],
  ['an unknown type', absinthe('Unknown type "UserError".'), NO_USER_ERROR],
  [
    'a type that the union lacks',
    absinthe(
      'Fragment spread has no type overlap with parent.\nParent possible types: ["PaymentCard"]\nSpread possible types: ["UserError"]\n',
    ),
    NO_USER_ERROR,
  ],
  [
    'another type of the key',
    absinthe(
      'In operation `SetPinForPaymentCard`, variable `$IdempotencyKey` of type `String!` found as input to argument of type `ID!`.',
    ),
    KEY_OF_TYPE_ID,
  ],
];

function absinthe(message: string): Answer {
  return requestError(200, { message });
}

/** Sangria leaves the status to the application. The messages quote the document. */
const SANGRIA: readonly Row[] = [
  // sangria-graphql/sangria 4.2.19, modules/core/src/main/scala/sangria/validation/Violation.scala;
  // the rest of the message and the envelope as in
  // modules/core/src/test/scala/sangria/execution/ExceptionHandlingSpec.scala, "the data entry is
  // not be present if an error was raised before execution begins".
  [
    'an unknown argument',
    sangria(
      "Unknown argument 'IdempotencyKey' on field 'setPinForPaymentCard' of type 'Mutation'. (line 2, column 47):\n  result: setPinForPaymentCard(input: $input, IdempotencyKey: $IdempotencyKey) {\n                                              ^",
    ),
    NO_KEY,
  ],
  [
    'an unknown field',
    sangria(
      "Cannot query field 'last4' on type 'PaymentCard'. (line 4, column 33):\n    ... on PaymentCard { id bin last4 }\n                                ^",
    ),
    NO_LAST4,
  ],
  [
    'another type of the key',
    sangria(
      "Variable '$IdempotencyKey' of type 'String!' used in position expecting type 'ID!'. (line 1, column 67):\nmutation SetPinForPaymentCard($input: SetPinForPaymentCardInput!, $IdempotencyKey: String!) {\n                                                                  ^",
    ),
    KEY_OF_TYPE_ID,
  ],
];

function sangria(message: string): Answer {
  return requestError(400, { message });
}

describe('a submit', () => {
  // Without jitter, a retry starts at once.
  beforeEach(() => void mock.method(Math, 'random', () => 0));
  afterEach(() => mock.restoreAll());

  for (const [server, rows] of [
    ['graphql-java and Spring', SPRING],
    ['Hot Chocolate', HOT_CHOCOLATE],
    ['graphql-ruby', GRAPHQL_RUBY],
    ['gqlgen', GQLGEN],
    ['Hasura', HASURA],
    ['AppSync', APPSYNC],
    ['Absinthe', ABSINTHE],
    ['Sangria', SANGRIA],
  ] as const) {
    for (const [what, answer, promised] of rows) {
      if (typeof promised === 'string') {
        it(`is ${promised} if ${server} reports ${what}`, async () => {
          const { outcome, requests } = await submit([answer, SET]);
          assert.equal(outcome.kind, promised);
          assert.equal(requests.length, 1);
        });
        continue;
      }
      const { name, query = same, variables = same, authorization } = promised;
      it(`${name} if ${server} reports ${what}`, async () => {
        const { outcome, requests } = await submit([answer, SET]);
        assert.equal(outcome.kind, 'set');
        const [first] = requests;
        assert.ok(first);
        assert.deepEqual(requests.slice(1), [
          {
            ...first,
            query: query(first.query),
            variables: variables(first.variables),
            ...(authorization && { authorization }),
          },
        ]);
        if (query !== same) assert.notEqual(query(first.query), first.query);
      });
    }
  }
});

function same<T>(value: T): T {
  return value;
}
