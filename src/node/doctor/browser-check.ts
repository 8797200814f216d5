/** Checks that browsers let pages from an origin call the API and read its responses (CORS). */
import { post, send, TYPE_NAME, withToken, type Answer, type Api } from './api.js';
import { ok, Problem, type Result } from './finding.js';

/** A document that every API rejects, usually with 400. */
const MALFORMED = { name: 'Malformed', document: 'query Malformed {' };

/** Sends a browser's preflight, then requests whose responses the page must be able to read. */
export async function checkBrowser(api: Api): Promise<Result> {
  const { origin } = api;
  const advice = `Ask the provider to let pages from ${origin} call the API.`;
  const fault = await findPreflightFault(api, origin);
  if (fault !== undefined)
    throw new Problem(`${fault}, so browsers don’t send the request.`, advice);

  // Errors often lack the CORS header, because a gateway responds or only a 200 has the header.
  const answers = {
    'a query': await post(api, TYPE_NAME, { ...withToken(api), Origin: origin }),
    'a malformed document': await post(api, MALFORMED, { ...withToken(api), Origin: origin }),
    'a request without a token': await post(api, TYPE_NAME, { Origin: origin }),
  };
  const hidden = Object.entries(answers).filter(([, answer]) => !allowsOrigin(answer, origin));
  if (hidden.length === 0)
    return ok(`Pages from ${origin} can call the API and read its responses.`);
  const names = hidden.map(([name, { status }]) => `${name} (${status})`).join(', ');
  throw new Problem(
    `No header allows ${origin} in the response to ${names}. Browsers hide such a response from the page, so the element can’t tell whether the PIN is set.`,
    `${advice} Every response needs the header, including errors.`,
  );
}

/** Returns why browsers wouldn't send the request after the preflight. */
async function findPreflightFault(api: Api, origin: string): Promise<string | undefined> {
  const answer = await send(api, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  });
  const { status, headers } = answer;
  if (status < 200 || status > 299) return `The preflight response has status ${status}`;
  if (!allowsOrigin(answer, origin)) return `The preflight response doesn’t allow ${origin}`;
  const list = headers.get('access-control-allow-headers') ?? '';
  const allowed = list.split(',').map((name) => name.trim().toLowerCase());
  // The wildcard covers all headers but Authorization, an exception that Chromium doesn't enforce.
  const missing = ['Authorization', 'Content-Type'].filter(
    (name) =>
      !allowed.includes(name.toLowerCase()) && (name === 'Authorization' || !allowed.includes('*')),
  );
  if (missing.length === 0) return undefined;
  const hint = allowed.includes('*') ? ' (a wildcard doesn’t cover it)' : '';
  return `The preflight response doesn’t allow ${missing.join(' and ')}${hint}`;
}

function allowsOrigin({ headers }: Answer, origin: string): boolean {
  return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
}
