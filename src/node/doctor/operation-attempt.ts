/** Sends the element's own operation so that the service validates it and executes nothing. */
import { randomUUID } from 'node:crypto';
import { Kind, parse, print, visit, type DirectiveNode } from 'graphql';
import { setPinMutation } from '../../set-pin/operation.js';
import { readAsElement } from './element-reading.js';
import type { Answer } from './http-request.js';
import { basic, bearer, post, type Service } from './service.js';

/** No PIN, and the id of no card: even a service that executed the operation would set nothing. */
const MUTATION = setPinMutation('', {
  endpoint: new URL('https://doctor.invalid'),
  paymentCardId: 'set-card-pin-doctor',
  idempotencyKey: randomUUID(),
});

type Parts = typeof MUTATION.parts;

/** The last attempt of the element's operation, and the element's changes to it. */
export interface Attempt {
  readonly answer: Answer;
  /** The names of the parts that the schema lacks. */
  readonly without: readonly string[];
  /** The parts that only this schema needs. */
  readonly added: readonly string[];
}

/** Sends the operation, and corrects it as the element does, until there is nothing to correct. */
export async function attemptOperation(service: Service): Promise<Attempt> {
  const { clientToken, apiKey } = service;
  const credential = clientToken === undefined ? basic(apiKey) : bearer(clientToken);
  let parts = MUTATION.parts;
  for (;;) {
    const { query, variables } = MUTATION.write(parts);
    const document = skipFields(query);
    const answer = await post(service, { name: MUTATION.name, document, variables }, credential);
    const next = correct(parts, answer);
    if (next === undefined) return { answer, ...changesTo(parts) };
    parts = next;
  }
}

function changesTo(parts: Parts): Omit<Attempt, 'answer'> {
  const names = parts.map(nameOf);
  return {
    without: MUTATION.parts.map(nameOf).filter((name) => !names.includes(name)),
    added: parts.filter((part) => !MUTATION.parts.includes(part)),
  };
}

/** Returns a part without its type. */
function nameOf(part: Parts[number]): string {
  return part.split(':', 1).join();
}

/** Returns whether the element could correct its operation after this answer. */
export function isCorrectable(answer: Answer): boolean {
  return correct(MUTATION.parts, answer) !== undefined;
}

function correct(parts: Parts, answer: Answer): Parts | undefined {
  const reply = readAsElement(answer);
  return reply.kind === 'document-refused' || reply.kind === 'unknown'
    ? MUTATION.correct(parts, reply.errors)
    : undefined;
}

/** Marks all fields with `@skip(if: true)`, so that the service executes none. */
function skipFields(query: string): string {
  return print(
    visit(parse(query), {
      Field: (field) => ({ ...field, directives: [...(field.directives ?? []), SKIP] }),
    }),
  );
}

const SKIP: DirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'skip' },
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'if' },
      value: { kind: Kind.BOOLEAN, value: true },
    },
  ],
};
