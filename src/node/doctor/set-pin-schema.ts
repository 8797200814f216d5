/** Reads the part of a service's schema that the element uses. */
import { list, member } from './json.js';
import { execute, type Service } from './service.js';

/** A field, an argument or an input member. */
export interface Member {
  readonly name: string;
  /** The type as schemas write it, such as `[String!]!`. */
  readonly type: string;
  /** True if a value must be given: the type is non-null, and there is no default. */
  readonly required: boolean;
}

/**
 * The part of a schema that the element uses. Names come from the service: check before printing.
 */
export interface SetPinSchema {
  readonly args: readonly Member[];
  /** The members of `SetPinForPaymentCardInput`; none if there is no such type. */
  readonly input: readonly Member[];
  /** The names of the payload's types. */
  readonly payload: readonly string[];
  readonly card: readonly Member[];
}

/** Lists and non-null types wrap a type up to three times: `[Type!]!`. */
const DOCUMENT = /* GraphQL */ `
  query Schema {
    __schema {
      mutationType {
        fields {
          name
          args {
            name
            defaultValue
            type {
              ...Type
            }
          }
          type {
            ...Payload
            ofType {
              ...Payload
            }
          }
        }
      }
    }
    input: __type(name: "SetPinForPaymentCardInput") {
      inputFields {
        name
        defaultValue
        type {
          ...Type
        }
      }
    }
    card: __type(name: "PaymentCard") {
      fields(includeDeprecated: true) {
        name
        type {
          ...Type
        }
      }
    }
  }
  fragment Type on __Type {
    kind
    name
    ofType {
      kind
      name
      ofType {
        kind
        name
        ofType {
          name
        }
      }
    }
  }
  fragment Payload on __Type {
    name
    possibleTypes {
      name
    }
  }
`;

/**
 * Reads the schema by introspection.
 *
 * @returns `undefined` if the schema has no mutation `setPinForPaymentCard`
 * @throws {ServiceError} if the schema can't be read
 */
export async function readSetPinSchema(service: Service): Promise<SetPinSchema | undefined> {
  const { data } = await execute(service, { name: 'Schema', document: DOCUMENT });
  const mutations = list(member(member(data['__schema'], 'mutationType'), 'fields'));
  const mutation = mutations.find((entry) => nameOf(entry) === 'setPinForPaymentCard');
  if (mutation === undefined) return undefined;
  return {
    args: membersOf(member(mutation, 'args')),
    input: membersOf(member(data['input'], 'inputFields')),
    payload: payloadOf(member(mutation, 'type')),
    card: membersOf(member(data['card'], 'fields')),
  };
}

function membersOf(entries: unknown): readonly Member[] {
  return list(entries).map((entry) => {
    const type = typeOf(member(entry, 'type'));
    const hasDefault = typeof member(entry, 'defaultValue') === 'string';
    return { name: nameOf(entry), type, required: type.endsWith('!') && !hasDefault };
  });
}

function typeOf(type: unknown): string {
  const inner = (): string => typeOf(member(type, 'ofType'));
  switch (member(type, 'kind')) {
    case 'NON_NULL':
      return `${inner()}!`;
    case 'LIST':
      return `[${inner()}]`;
    default:
      return nameOf(type);
  }
}

/** Returns the members of a union or of an interface, or else the object type itself. */
function payloadOf(type: unknown): readonly string[] {
  const levels = [type, member(type, 'ofType')];
  const members = levels.flatMap((level) => list(member(level, 'possibleTypes')));
  return (members.length > 0 ? members : levels).map(nameOf).filter((name) => name !== '');
}

function nameOf(entry: unknown): string {
  const name = member(entry, 'name');
  return typeof name === 'string' ? name : '';
}
