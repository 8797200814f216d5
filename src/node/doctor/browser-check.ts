import { isGraphQL } from './address-problem.js';
import type { CheckInput } from './check-input.js';
import { readAsElement } from './element-reading.js';
import { note, ok, skipped, wrong, type Finding } from './finding.js';
import { sendRequest, type Answer } from './http-request.js';
import { MADE_UP_TOKEN, RESTRICTED } from './refused-token-check.js';
import { bearer, post, type Operation, type Service } from './service.js';

/**
 * Checks that a browser lets a page of the origin call the service, and read its answers: sends the
 * preflight that browsers send, then requests whose answers a browser would hide from the page
 * without the right headers.
 */
export async function checkBrowser(
  service: Service,
  { origin }: CheckInput,
): Promise<readonly Finding[]> {
  if (origin === undefined) {
    return [skipped('option-missing', 'Pass your page’s origin with --origin.')];
  }
  const preflight = await checkPreflight(service, origin);
  return preflight === undefined ? checkAnswers(service, origin) : [preflight];
}

const adviceFor = (origin: string): string =>
  `Ask the provider to let pages of ${origin} call the service.`;

/** Returns the reason why a browser would send no request after the preflight. */
async function checkPreflight(
  { endpoint, timeLimit }: Service,
  origin: string,
): Promise<Finding | undefined> {
  const { status, headers } = await sendRequest(
    endpoint,
    {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    },
    timeLimit,
  );
  const advice = adviceFor(origin);
  if (status < 200 || status > 299) {
    const text = `The preflight is answered with ${status}, so browsers send no request.`;
    return wrong('preflight-status', text, advice);
  }
  if (!allowsOrigin(headers, origin)) {
    const text = `The preflight’s answer ${describeOrigin(headers, origin)}, so browsers send no request.`;
    return wrong('preflight-origin', text, advice);
  }
  // The wildcard covers every header except Authorization. Chromium doesn't enforce that yet.
  const allowed = listInHeader(headers, 'access-control-allow-headers');
  const missing = [
    ...(allowed.includes('authorization') ? [] : ['Authorization']),
    ...(allowed.includes('content-type') || allowed.includes('*') ? [] : ['Content-Type']),
  ];
  if (missing.length === 0) return undefined;
  const text = allowed.includes('*')
    ? 'The preflight’s answer allows all headers with a wildcard, which does not cover Authorization: browsers that follow the standard send no request.'
    : `The preflight’s answer does not allow the header ${missing.join(' and ')}, so browsers send no request.`;
  return wrong('preflight-headers', text, advice);
}

/** Reads the headers of the answers to a query, to a malformed document and to a refused token. */
async function checkAnswers(service: Service, origin: string): Promise<readonly Finding[]> {
  const madeUp = bearer(MADE_UP_TOKEN);
  const accepted = service.accepted?.headers ?? madeUp;
  const send = (operation: Operation, credential: Readonly<Record<string, string>>) =>
    post(service, operation, { ...credential, Origin: origin });
  const query = await send(PING, accepted);
  // Errors often have other headers than a 200: a gateway answers, or a server adds them to a 200
  // only.
  const error = await send(BROKEN, isGraphQL(query.body) ? accepted : madeUp);
  const refusal = await send(RESTRICTED, madeUp);
  const answers = [
    {
      name: 'a POST',
      answer: query,
      code: 'answer-hidden',
      effect: 'the element never learns whether the PIN is set',
    },
    {
      name: 'a malformed document',
      answer: error,
      code: 'answer-hidden',
      effect: 'the element gets no answer, and can’t tell whether the PIN is set',
    },
    {
      name: 'a refused token',
      answer: refusal,
      code: 'refusal-hidden',
      effect:
        'the element gets no answer: it never asks for another token, and can’t tell whether the PIN is set',
    },
  ] as const;
  const problems = answers
    .filter(({ answer }) => !allowsOrigin(answer.headers, origin))
    .map(({ name, answer: { status, headers }, code, effect }) => {
      const text = `The answer to ${name} (${status}) ${describeOrigin(headers, origin)}: browsers hide it from the page, so ${effect}.`;
      return wrong(code, text, adviceFor(origin));
    });
  if (
    refusal.status === 403 &&
    readAsElement(refusal).kind === 'token-refused' &&
    !exposes(refusal, 'www-authenticate')
  ) {
    problems.push(
      wrong(
        'refusal-hidden',
        'A token is refused with 403, and WWW-Authenticate, which says so, is not exposed to pages: the element can’t ask for another token.',
        'Ask the provider for the status 401, or to expose WWW-Authenticate.',
      ),
    );
  }
  if (problems.length > 0) return problems;
  return [
    ok('page-allowed', `Pages of ${origin} may call the service and read its answers.`),
    ...(answers.every(({ answer }) => exposes(answer, 'retry-after'))
      ? []
      : [
          note(
            'retry-after-hidden',
            'Retry-After is not exposed to pages: after a 429 the element chooses its own waiting time.',
          ),
        ]),
  ];
}

const PING: Operation = { name: 'Ping', document: 'query Ping { ping }' };

/** Every service refuses this, most with 400. */
const BROKEN: Operation = { name: 'Broken', document: 'query Broken {' };

function exposes({ headers }: Answer, name: string): boolean {
  const exposed = listInHeader(headers, 'access-control-expose-headers');
  return exposed.includes(name) || exposed.includes('*');
}

function allowsOrigin(headers: Headers, origin: string): boolean {
  return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
}

/** Says what is wrong with an answer that doesn't allow the origin. */
function describeOrigin(headers: Headers, origin: string): string {
  const allowed = headers.get('access-control-allow-origin') ?? '';
  return allowed.includes(',')
    ? 'has more than one Access-Control-Allow-Origin'
    : `does not allow ${origin}`;
}

function listInHeader(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((word) => word.trim().toLowerCase());
}
