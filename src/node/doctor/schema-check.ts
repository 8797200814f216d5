import { note, wrong, type Finding } from './finding.js';
import { ServiceError } from './http-request.js';
import { execute, list, member, type Service } from './service.js';

/**
 * `UserError.errors` is a list. The list and its entries may both be non-null, so the type of the
 * entries is up to three levels down.
 */
const DOCUMENT = /* GraphQL */ `
  query Schema {
    __schema {
      mutationType {
        fields {
          name
          args {
            name
          }
          type {
            possibleTypes {
              name
            }
            ofType {
              possibleTypes {
                name
              }
            }
          }
        }
      }
    }
    __type(name: "UserError") {
      fields {
        name
        type {
          ...Entry
          ofType {
            ...Entry
            ofType {
              ...Entry
              ofType {
                ...Entry
              }
            }
          }
        }
      }
    }
  }
  fragment Entry on __Type {
    fields(includeDeprecated: true) {
      name
    }
  }
`;

/** Reports the parts of the schema that differ between services and that the element adapts to. */
export async function checkSchema(service: Service): Promise<readonly Finding[]> {
  let data: Readonly<Record<string, unknown>>;
  try {
    ({ data } = await execute(service, { name: 'Schema', document: DOCUMENT }));
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.reached) throw error;
    const text = `The schema can’t be read: ${error.message}`;
    return [note(text, 'The element adapts to the schema by itself.')];
  }

  const mutations = list(member(member(data['__schema'], 'mutationType'), 'fields'));
  const mutation = named(mutations, 'setPinForPaymentCard');
  if (mutation === undefined) {
    return [
      wrong(
        'For this key, the schema has no mutation setPinForPaymentCard.',
        'Ask the provider whether PINs can be set in this environment.',
      ),
    ];
  }
  const takesKey = named(list(member(mutation, 'args')), 'IdempotencyKey') !== undefined;
  const payload = member(mutation, 'type');
  const members = [payload, member(payload, 'ofType')].flatMap((type) =>
    list(member(type, 'possibleTypes')),
  );
  const denies = named(members, 'AccessDeniedError') !== undefined;
  const entry = fieldsBelow(
    member(named(list(member(data['__type'], 'fields')), 'errors'), 'type'),
  );
  const paths = ['errorPath', 'path'].filter((name) => named(entry, name) !== undefined);
  return [
    note(
      takesKey
        ? 'setPinForPaymentCard takes an IdempotencyKey: after a lost answer the element retries.'
        : 'setPinForPaymentCard takes no IdempotencyKey: the element omits it, and after a lost answer the cardholder decides whether to retry.',
    ),
    note(
      paths.length === 0
        ? 'UserError does not say which input is wrong: the event carries only its code.'
        : `UserError says which input is wrong, in: ${paths.join(', ')}.`,
    ),
    note(
      denies
        ? 'The payload can be an AccessDeniedError: the element reports it as denied.'
        : 'The payload can’t be an AccessDeniedError.',
    ),
  ];
}

function named(entries: readonly unknown[], name: string): unknown {
  return entries.find((entry) => member(entry, 'name') === name);
}

/** Returns the fields of the type inside list and non-null wrappers. */
function fieldsBelow(type: unknown): readonly unknown[] {
  for (let below = type; below !== undefined && below !== null; below = member(below, 'ofType')) {
    const fields = list(member(below, 'fields'));
    if (fields.length > 0) return fields;
  }
  return [];
}
