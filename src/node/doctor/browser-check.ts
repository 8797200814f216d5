import type { CheckInput } from './check-input.js';
import { readAsElement } from './element-reading.js';
import { note, ok, skipped, wrong, type Finding } from './finding.js';
import { sendRequest } from './http-request.js';
import { MADE_UP_TOKEN, RESTRICTED } from './refused-token-check.js';
import { basic, bearer, post, type Service } from './service.js';

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

async function checkAnswers(service: Service, origin: string): Promise<readonly Finding[]> {
  const advice = adviceFor(origin);
  const ping = { name: 'Ping', document: 'query Ping { ping }' };
  const answer = await post(service, ping, { ...basic(service.apiKey), Origin: origin });
  // A refusal often comes from another server than a 200, such as a gateway.
  const refusal = await post(service, RESTRICTED, { ...bearer(MADE_UP_TOKEN), Origin: origin });
  if (!allowsOrigin(answer.headers, origin)) {
    const text = `The answer to a POST (${answer.status}) ${describeOrigin(answer.headers, origin)}: browsers hide it from the page, so the element never learns whether the PIN is set.`;
    return [wrong('answer-hidden', text, advice)];
  }
  if (!allowsOrigin(refusal.headers, origin)) {
    const text = `The answer to a refused token (${refusal.status}) ${describeOrigin(refusal.headers, origin)}: browsers hide it from the page, so the element can’t ask for another token.`;
    return [wrong('refusal-hidden', text, advice)];
  }
  const exposed = listInHeader(refusal.headers, 'access-control-expose-headers');
  const exposes = (header: string) => exposed.includes(header) || exposed.includes('*');
  if (
    refusal.status === 403 &&
    readAsElement(refusal).kind === 'token-refused' &&
    !exposes('www-authenticate')
  ) {
    return [
      wrong(
        'refusal-hidden',
        'A token is refused with 403, and WWW-Authenticate, which says so, is not exposed to pages: the element can’t ask for another token.',
        'Ask the provider for the status 401, or to expose WWW-Authenticate.',
      ),
    ];
  }
  return [
    ok('page-allowed', `Pages of ${origin} may call the service and read its answers.`),
    ...(exposes('retry-after')
      ? []
      : [
          note(
            'retry-after-hidden',
            'Retry-After is not exposed to pages: after a 429 the element chooses its own waiting time.',
          ),
        ]),
  ];
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
