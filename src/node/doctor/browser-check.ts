import type { CheckInput } from './check-input.js';
import { note, ok, skipped, wrong, type Finding } from './finding.js';
import { sendRequest, type Answer } from './http-request.js';
import type { Service } from './service.js';

/** Sends the preflight of a page on this origin, then a POST without credentials. */
export async function checkBrowser(
  { endpoint, timeLimit }: Service,
  { origin }: CheckInput,
): Promise<readonly Finding[]> {
  if (origin === undefined) {
    return [skipped('Pass your page’s origin with --origin.')];
  }
  const advice = `Ask the provider to let pages of ${origin} call the service.`;
  const preflight = await sendRequest(
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
  if (preflight.status < 200 || preflight.status > 299) {
    const text = `The preflight is answered with ${preflight.status}, so browsers send no request.`;
    return [wrong(text, advice)];
  }
  if (!allowsOrigin(preflight, origin)) {
    const text = `The preflight’s answer does not allow ${origin}, so browsers send no request.`;
    return [wrong(text, advice)];
  }
  // The wildcard covers every header except Authorization.
  const allowed = listInHeader(preflight, 'access-control-allow-headers');
  const missing = [
    ...(allowed.includes('authorization') ? [] : ['Authorization']),
    ...(allowed.includes('content-type') || allowed.includes('*') ? [] : ['Content-Type']),
  ];
  if (missing.length > 0) {
    const text = `The preflight’s answer does not allow the header ${missing.join(' and ')}, so browsers send no request.`;
    return [wrong(text, advice)];
  }

  // Without credentials, to get a 401. It often comes from another server than a 200, such as a
  // gateway, and the element must be able to read it.
  const refusal = await sendRequest(
    endpoint,
    {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'query Ping { ping }', operationName: 'Ping' }),
    },
    timeLimit,
  );
  if (!allowsOrigin(refusal, origin)) {
    const text = `The answer to a request without credentials (${refusal.status}) does not allow ${origin}, so the page can’t see that its token was refused.`;
    return [wrong(text, advice)];
  }
  const exposed = listInHeader(refusal, 'access-control-expose-headers');
  return [
    ok(`Pages of ${origin} may call the service and read its answers.`),
    ...(exposed.includes('retry-after') || exposed.includes('*')
      ? []
      : [
          note(
            'Retry-After is not exposed to pages: after a 429 the element chooses its own waiting time.',
          ),
        ]),
  ];
}

function allowsOrigin({ headers }: Answer, origin: string): boolean {
  return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
}

function listInHeader({ headers }: Answer, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((word) => word.trim().toLowerCase());
}
