import type { CheckInput } from './check-input.js';
import { exchange, type Answer } from './exchange.js';
import { note, ok, skipped, wrong, type Finding } from './finding.js';
import type { Service } from './service.js';

/** Asks as a browser would for a page of the origin: with a preflight first, and then with a POST that will be refused. */
export async function checkBrowser(
  { endpoint, timeLimit }: Service,
  { origin }: CheckInput,
): Promise<readonly Finding[]> {
  if (origin === undefined) {
    return [skipped('Give your page’s origin with --origin.')];
  }
  const advice = `Have the provider let pages of ${origin} call the service.`;
  const preflight = await exchange(
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
    const text = `The preflight is answered with ${preflight.status}: a browser then sends nothing.`;
    return [wrong(text, advice)];
  }
  if (!admits(preflight, origin)) {
    const text = `The preflight’s answer does not admit ${origin}: a browser then sends nothing.`;
    return [wrong(text, advice)];
  }
  // A star stands for every header but Authorization.
  const allowed = words(preflight, 'access-control-allow-headers');
  const missing = [
    ...(allowed.includes('authorization') ? [] : ['Authorization']),
    ...(allowed.includes('content-type') || allowed.includes('*') ? [] : ['Content-Type']),
  ];
  if (missing.length > 0) {
    const text = `The preflight’s answer does not allow the header ${missing.join(' and ')}: a browser then sends nothing.`;
    return [wrong(text, advice)];
  }

  // Without credentials: what refuses a request is often not what answers it, and the element must be able to read a 401.
  const refusal = await exchange(
    endpoint,
    {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'query Ping { ping }', operationName: 'Ping' }),
    },
    timeLimit,
  );
  if (!admits(refusal, origin)) {
    const text = `The answer to a request without credentials (${refusal.status}) does not admit ${origin}: the page can’t read that its token was refused.`;
    return [wrong(text, advice)];
  }
  const exposed = words(refusal, 'access-control-expose-headers');
  return [
    ok(`A page of ${origin} may call and read the answers.`),
    ...(exposed.includes('retry-after') || exposed.includes('*')
      ? []
      : [
          note(
            'Retry-After is not exposed to pages: after a 429 the element chooses itself how long to wait.',
          ),
        ]),
  ];
}

function admits({ headers }: Answer, origin: string): boolean {
  return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
}

function words({ headers }: Answer, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((word) => word.trim().toLowerCase());
}
