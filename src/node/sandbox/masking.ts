import { Kind, parse, visit, type DocumentNode, type ValueNode } from 'graphql';
import { CREDENTIAL_PATTERN } from './credentials.js';
import { readEnvelope, type Envelope } from './envelope.js';
import { MASK } from './error-message.js';

/** Matches names of PIN fields, even misspelt ones: `newPin`, `PIN`, `new_pin`, `confirmPin`. */
const PIN_NAME = /pin/i;

/** Headers whose whole value is masked. */
const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];

/** A request body with secrets masked. */
export interface MaskedRequest {
  /** JSON, or null if the body is not fully understood: a PIN could then be anywhere in it. */
  readonly body: unknown;
  /** The values that were masked as PINs. */
  readonly pins: ReadonlySet<string>;
}

/** Masks PINs and credentials in the body of a request. */
export function maskRequest(text: string): MaskedRequest {
  try {
    return maskEnvelope(readEnvelope(text));
  } catch {
    // Not an envelope, not a document, or nested too deeply to walk through.
    return { body: null, pins: new Set() };
  }
}

function maskEnvelope(envelope: Envelope): MaskedRequest {
  const found = findPins(parse(envelope.query));
  const pins = new Set<string>(found.literals.flatMap(({ value }) => scalarsOfLiteral(value)));
  const variables = maskVariables(envelope.variables, found.variables, pins);
  let query = envelope.query;
  // Backwards, so that earlier positions stay valid.
  for (const { start, end } of [...found.literals].reverse()) {
    query = `${query.slice(0, start)}"${MASK}"${query.slice(end)}`;
  }
  const hasVariables = 'variables' in envelope.members && envelope.members['variables'] !== null;
  const masked = { ...envelope.members, query, ...(hasVariables && { variables }) };
  return { body: maskCredentials(maskPins(masked, pins)), pins };
}

/** Masks credentials in headers, but keeps the scheme of `Authorization`. */
export function maskHeaders(
  headers: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const text = String(value);
        const lower = name.toLowerCase();
        if (!SECRET_HEADERS.includes(lower)) return [lower, maskCredentials(text)];
        const scheme = /^(?:basic|bearer)(?= )/i.exec(text)?.[0];
        return [lower, scheme ? `${scheme} ${MASK}` : MASK];
      }),
  );
}

/** Masks API keys and client tokens anywhere in a JSON value. */
export function maskCredentials<Value>(value: Value): Value {
  return mapStrings(value, (text) => text.replace(CREDENTIAL_PATTERN, MASK)) as Value;
}

interface Literal {
  readonly start: number;
  readonly end: number;
  readonly value: ValueNode;
}

interface Pins {
  /** PINs that are written in the document, in order. */
  readonly literals: Literal[];
  /** Names of the variables that contain a PIN. */
  readonly variables: Set<string>;
}

/** Finds the PINs in a document: literals, and variables that contain one. */
function findPins(document: DocumentNode): Pins {
  const literals: Literal[] = [];
  const variables = new Set<string>();
  const collect = (name: string, value: ValueNode) => {
    if (!PIN_NAME.test(name)) return undefined;
    for (const variable of variablesIn(value)) variables.add(variable);
    if (value.kind !== Kind.VARIABLE && value.loc) {
      literals.push({ start: value.loc.start, end: value.loc.end, value });
    }
    // Don't visit its parts: the whole value is masked.
    return false as const;
  };
  visit(document, {
    Argument: ({ name, value }) => collect(name.value, value),
    ObjectField: ({ name, value }) => collect(name.value, value),
  });
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
      const name = variable.name.value;
      if (!defaultValue?.loc || !(variables.has(name) || PIN_NAME.test(name))) continue;
      const { start, end } = defaultValue.loc;
      // Drop the literals inside this one.
      for (let i = literals.length - 1; i >= 0; i -= 1) {
        const inner = literals[i]!;
        if (inner.start >= start && inner.end <= end) literals.splice(i, 1);
      }
      literals.push({ start, end, value: defaultValue });
    }
  }
  literals.sort((a, b) => a.start - b.start);
  return { literals, variables };
}

function variablesIn(value: ValueNode): string[] {
  const names: string[] = [];
  visit(value, {
    Variable({ name }) {
      names.push(name.value);
    },
  });
  return names;
}

function scalarsOfLiteral(value: ValueNode): string[] {
  const scalars: string[] = [];
  visit(value, {
    enter(node) {
      if (node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT) {
        scalars.push(node.value);
      }
    },
  });
  return scalars;
}

/**
 * Masks the variables in `names`, and members with a PIN's name at any depth. Adds the masked
 * values to `pins`.
 */
function maskVariables(
  variables: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
  pins: Set<string>,
): unknown {
  const hide = (value: unknown): string => {
    collectScalars(value, pins);
    return MASK;
  };
  const mask = (value: unknown, top: boolean): unknown => {
    if (Array.isArray(value)) return value.map((member) => mask(member, false));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        PIN_NAME.test(name) || (top && names.has(name)) ? hide(member) : mask(member, false),
      ]),
    );
  };
  return mask(variables, true);
}

function collectScalars(value: unknown, into: Set<string>): void {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collectScalars(member, into);
  } else if (typeof value === 'string' || typeof value === 'number') {
    into.add(String(value));
  }
}

/** Masks known PINs elsewhere: in a comment, in another variable, in an answer. */
export function maskPins(value: unknown, pins: ReadonlySet<string>): unknown {
  const searchable = [...pins].filter((pin) => pin.length >= 4);
  if (searchable.length === 0) return value;
  // Whole words only, so that an id or a key that contains the same digits stays readable.
  const alternatives = searchable.map((pin) => pin.replace(/[^\w\s]/g, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\w-])(?:${alternatives})(?![\\w-])`, 'g');
  return mapScalars(value, (scalar) =>
    typeof scalar === 'number'
      ? pins.has(String(scalar))
        ? MASK
        : scalar
      : scalar.replace(pattern, MASK),
  );
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  return mapScalars(value, (scalar) => (typeof scalar === 'string' ? map(scalar) : scalar));
}

function mapScalars(value: unknown, map: (scalar: string | number) => unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return map(value);
  if (Array.isArray(value)) return value.map((member) => mapScalars(member, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapScalars(member, map)]),
  );
}
