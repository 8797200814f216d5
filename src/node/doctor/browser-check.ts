import { MADE_UP_TOKEN, RESTRICTED } from './account-checks.js';
import { note, ok, Problem, skipped, wrong, type Finding } from './finding.js';
import { isGraphQL } from './problems.js';
import {
  bearer,
  post,
  readAsElement,
  send,
  type Answer,
  type Operation,
  type Service,
} from './service.js';

/**
 * Checks that a browser lets a page of the origin call the service, and read its answers: sends the
 * preflight that browsers send, then requests whose answers a browser would hide from the page
 * without the right headers.
 */
export async function checkBrowser(
  service: Service,
  origin: string | undefined,
): Promise<Finding | readonly Finding[]> {
  if (origin === undefined)
    return skipped(
      'Pass the origin of your page, or in isolated mode of the frame page, with --origin.',
    );
  await checkPreflight(service, origin);
  return checkAnswers(service, origin);
}

const adviceFor = (origin: string): string =>
  `Ask the provider to let pages of ${origin} call the service.`;

/** @throws {Problem} if a browser would send no request after the preflight */
async function checkPreflight(service: Service, origin: string): Promise<void> {
  const { status, headers } = await send(service, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  });
  const refuse = (fault: string): never => {
    throw new Problem(`${fault}, so browsers send no request.`, adviceFor(origin));
  };
  if (status < 200 || status > 299) refuse(`The preflight is answered with ${status}`);
  if (!allowsOrigin(headers, origin)) refuse(`The preflight’s answer does not allow ${origin}`);
  // The wildcard covers every header except Authorization. Chromium doesn't enforce that yet.
  const allowed = listInHeader(headers, 'access-control-allow-headers');
  const missing = [
    ...(allowed.includes('authorization') ? [] : ['Authorization']),
    ...(allowed.includes('content-type') || allowed.includes('*') ? [] : ['Content-Type']),
  ];
  if (missing.length === 0) return;
  const hint = allowed.includes('*') ? ' (a wildcard doesn’t cover it)' : '';
  refuse(`The preflight’s answer does not allow the header ${missing.join(' and ')}${hint}`);
}

/** Reads the headers of the answers to a query, to a malformed document and to a refused token. */
async function checkAnswers(service: Service, origin: string): Promise<readonly Finding[]> {
  const madeUp = bearer(MADE_UP_TOKEN);
  const accepted = service.accepted?.headers ?? madeUp;
  const ask = (operation: Operation, credential: Readonly<Record<string, string>>) =>
    post(service, operation, { ...credential, Origin: origin });
  const query = await ask(PING, accepted);
  // Errors often have other headers than a 200: a gateway answers, or a server adds them to a 200
  // only.
  const error = await ask(BROKEN, isGraphQL(query.body) ? accepted : madeUp);
  const refusal = await ask(RESTRICTED, madeUp);
  const answers = [
    { name: 'a POST', answer: query, effect: 'never learns whether the PIN is set' },
    {
      name: 'a malformed document',
      answer: error,
      effect: 'gets no answer, and can’t tell whether the PIN is set',
    },
    {
      name: 'a refused token',
      answer: refusal,
      effect:
        'gets no answer: it never asks for another token, and can’t tell whether the PIN is set',
    },
  ];
  const problems = answers
    .filter(({ answer }) => !allowsOrigin(answer.headers, origin))
    .map(({ name, answer: { status }, effect }) =>
      wrong(
        `The answer to ${name} (${status}) does not allow ${origin}: browsers hide it from the page, so the element ${effect}.`,
        adviceFor(origin),
      ),
    );
  const isRefusal403 = refusal.status === 403 && readAsElement(refusal).kind === 'token-refused';
  if (isRefusal403 && !exposes(refusal, 'www-authenticate'))
    problems.push(
      wrong(
        'A token is refused with 403, and WWW-Authenticate, which says so, is not exposed to pages: the element can’t ask for another token.',
        'Ask the provider for the status 401, or to expose WWW-Authenticate.',
      ),
    );
  if (problems.length > 0) return problems;
  return [
    ok(`Pages of ${origin} may call the service and read its answers.`),
    ...(answers.every(({ answer }) => exposes(answer, 'retry-after'))
      ? []
      : [
          note(
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

function listInHeader(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((word) => word.trim().toLowerCase());
}
