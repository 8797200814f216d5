import { note, wrong, type Finding } from './finding.js';
import { ServiceError } from './service-error.js';
import type { Service } from './service.js';
import { readSetPinSchema, type Member, type SetPinSchema } from './set-pin-schema.js';

/** Reports the parts of the schema that the element uses, and that differ between services. */
export async function checkSchema(service: Service): Promise<readonly Finding[]> {
  let schema: SetPinSchema | undefined;
  try {
    schema = await readSetPinSchema(service);
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.reached) throw error;
    return [
      note(
        'schema-hidden',
        error.code === 'operation-refused' || error.code === 'operation-failed'
          ? 'The service doesn’t let this key read its schema.'
          : `The schema can’t be read: ${error.message}`,
        'Many services switch introspection off. The element doesn’t need it.',
      ),
    ];
  }
  if (schema === undefined) {
    return [
      wrong(
        'mutation-missing',
        'For this key, the schema has no mutation setPinForPaymentCard.',
        'Ask the provider whether PINs can be set in this environment.',
      ),
    ];
  }
  return [...judgeInput(schema), judgeKey(schema), ...judgePayload(schema)];
}

const INPUT_TYPE = 'SetPinForPaymentCardInput';
const ASK_FOR_OTHER_WAY = 'Ask the provider how to set a PIN without it.';

function judgeInput({ args, input }: SetPinSchema): Finding[] {
  const findings: Finding[] = [];
  const argument = args.find(({ name }) => name === 'input');
  if (argument?.type.replace('!', '') !== INPUT_TYPE) {
    const actual =
      argument === undefined ? 'no argument input' : `input: ${printable(argument.type)}`;
    const text = `setPinForPaymentCard takes ${actual}; the element sends ${INPUT_TYPE}.`;
    findings.push(wrong('input-differs', text, 'Ask the provider for the published schema.'));
  }
  const others = [
    ...requiredBeside(args, ['input', 'IdempotencyKey']).map((name) => `the argument ${name}`),
    ...requiredBeside(input, ['paymentCardId', 'newPin', 'idempotencyKey']).map(
      (name) => `${INPUT_TYPE}.${name}`,
    ),
  ];
  if (others.length > 0) {
    const text = `The schema requires ${others.join(', ')}, which the element doesn’t send: no PIN can be set.`;
    findings.push(wrong('required-input', text, ASK_FOR_OTHER_WAY));
  }
  if (input.length > 0) {
    for (const name of ['paymentCardId', 'newPin']) {
      const type = input.find((entry) => entry.name === name)?.type;
      if (type === undefined) {
        const text = `${INPUT_TYPE} has no member ${name}, which the element sends: no PIN can be set.`;
        findings.push(wrong('input-differs', text, 'Ask the provider for the published schema.'));
      } else if (/^(Int|Float|Boolean|\[)/.test(type)) {
        const text = `${INPUT_TYPE}.${name} is of the type ${printable(type)}; the element sends a string, because a PIN can begin with 0.`;
        findings.push(wrong('pin-type', text, 'Ask the provider for the type String or ID.'));
      }
    }
  }
  return findings;
}

function judgeKey({ args, input }: SetPinSchema): Finding {
  const argument = args.find(({ name }) => name === 'IdempotencyKey');
  const inInput = input.find(({ name, required }) => name === 'idempotencyKey' && required);
  const key = argument ?? inInput;
  if (key === undefined) {
    return note(
      'no-key',
      'setPinForPaymentCard takes no IdempotencyKey: the element omits it, and after a lost answer the cardholder decides whether to retry.',
    );
  }
  const place = argument === undefined ? `${INPUT_TYPE}.idempotencyKey` : 'an IdempotencyKey';
  return note(
    'key-type',
    `setPinForPaymentCard takes ${place} of the type ${printable(key.type)}: after a lost answer the element retries.`,
  );
}

function judgePayload({ payload, card }: SetPinSchema): Finding[] {
  if (!payload.includes('PaymentCard')) {
    return [
      wrong(
        'payload-differs',
        'The payload of setPinForPaymentCard can’t be a PaymentCard, so the element never confirms a PIN.',
        'Ask the provider for the published schema.',
      ),
    ];
  }
  const typeOf = (field: string) => card.find(({ name }) => name === field)?.type;
  const findings: Finding[] = [];
  if (card.length > 0 && typeOf('id') === undefined) {
    const text = 'PaymentCard has no field id, so the element never confirms a PIN.';
    findings.push(wrong('payload-differs', text, 'Ask the provider for the published schema.'));
  }
  const absent = ['bin', 'last4'].filter((field) => !typeOf(field)?.endsWith('!'));
  if (card.length > 0 && absent.length > 0) {
    findings.push(
      note(
        'nullable-card',
        `PaymentCard may come without ${absent.join(' and ')}: without last4 the element confirms the PIN without naming the card.`,
      ),
    );
  }
  const others = payload.filter((name) => !KNOWN_PAYLOADS.includes(name)).map(printable);
  const text = [
    payload.includes('UserError')
      ? 'The payload can be a UserError'
      : 'The payload can’t be a UserError, so the element can’t say why a PIN is refused',
    payload.includes('AccessDeniedError')
      ? 'an AccessDeniedError is reported as denied'
      : 'it can’t be an AccessDeniedError',
    ...(others.length > 0 ? [`${others.join(', ')} would leave the PIN unconfirmed`] : []),
  ];
  findings.push(note('payload-members', `${text.join('; ')}.`));
  return findings;
}

const KNOWN_PAYLOADS = ['PaymentCard', 'UserError', 'AccessDeniedError'];

function requiredBeside(members: readonly Member[], known: readonly string[]): string[] {
  return members
    .filter(({ name, required }) => required && !known.includes(name))
    .map(({ name }) => printable(name));
}

/** Returns a name or a type, but only if it looks like one: it comes from the service. */
function printable(name: string): string {
  return /^[\w![\]]{1,80}$/.test(name) ? name : '(a name that can’t be shown)';
}
