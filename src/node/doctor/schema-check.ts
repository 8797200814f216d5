import { Trouble } from './exchange.js';
import { note, wrong, type Finding } from './finding.js';
import { ask, list, member, type Service } from './service.js';

/** `UserError.errors` is a list, and both it and its entries may be non-null: three steps down to the entries' type. */
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

/** Says how the service's schema differs from others, where the element copes with that. */
export async function checkSchema(service: Service): Promise<readonly Finding[]> {
  let data: Readonly<Record<string, unknown>>;
  try {
    ({ data } = await ask(service, { name: 'Schema', document: DOCUMENT }));
  } catch (error) {
    if (!(error instanceof Trouble) || !error.reached) throw error;
    const text = `The schema can’t be looked at: ${error.message}`;
    return [note(text, 'The element finds out by itself what it needs.')];
  }

  const mutations = list(member(member(data['__schema'], 'mutationType'), 'fields'));
  const mutation = named(mutations, 'setPinForPaymentCard');
  if (mutation === undefined) {
    return [
      wrong(
        'The schema that the key sees has no mutation setPinForPaymentCard.',
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
        ? 'setPinForPaymentCard takes an IdempotencyKey: a lost answer can be asked for again.'
        : 'setPinForPaymentCard takes no IdempotencyKey: the element leaves it out, and after a lost answer the cardholder decides.',
    ),
    note(
      paths.length === 0
        ? 'UserError does not say where a mistake is: the event has its code alone.'
        : `UserError says where a mistake is, in: ${paths.join(', ')}.`,
    ),
    note(
      denies
        ? 'AccessDeniedError is a member of the payload: the element tells it apart.'
        : 'AccessDeniedError is no member of the payload.',
    ),
  ];
}

function named(entries: readonly unknown[], name: string): unknown {
  return entries.find((entry) => member(entry, 'name') === name);
}

/** The fields of the type that a type is a list of, or is non-null of. */
function fieldsBelow(type: unknown): readonly unknown[] {
  for (let below = type; below !== undefined && below !== null; below = member(below, 'ofType')) {
    const fields = list(member(below, 'fields'));
    if (fields.length > 0) return fields;
  }
  return [];
}
