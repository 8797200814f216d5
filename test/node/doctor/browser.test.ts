import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEY, requestError, TOKEN, type Replies } from './faulty-service.js';
import { MADE_UP_TOKEN } from '../../../src/node/doctor/account-checks.js';
import { useDoctor } from './run-doctor.js';

const ORIGIN = 'https://cards.example';

describe('the browser check of set-card-pin doctor', () => {
  const diagnose = useDoctor();

  const allowing = { 'Access-Control-Allow-Origin': ORIGIN };
  const preflight = (headers: Record<string, string>, status = 204) => ({
    preflight: { status, headers },
  });
  const pages: readonly [name: string, replies: Replies, finding: RegExp][] = [
    ['no preflight', preflight({}, 405), /^wrong: The preflight is answered with 405/],
    [
      'a preflight that allows no origin',
      preflight({}),
      /^wrong: .* does not allow https:\/\/cards\.example/,
    ],
    [
      'a preflight that allows another origin',
      preflight({ 'Access-Control-Allow-Origin': `${ORIGIN}.example` }),
      /^wrong: .* does not allow/,
    ],
    [
      'a wildcard for Authorization',
      preflight({ ...allowing, 'Access-Control-Allow-Headers': '*' }),
      /^wrong: .* the header Authorization \(a wildcard doesn’t cover it\), so /,
    ],
    [
      'a preflight that allows no headers',
      preflight(allowing),
      /^wrong: .* the header Authorization and Content-Type, so /,
    ],
    [
      'a preflight that allows two origins',
      preflight({ 'Access-Control-Allow-Origin': `*, ${ORIGIN}` }),
      /^wrong: .* does not allow https:\/\/cards\.example, so/,
    ],
    [
      'an answer that pages can’t read',
      { Ping: { body: { data: { ping: 'pong' } } } },
      /^wrong: The answer to a POST \(200\) does not allow .* never learns/,
    ],
    [
      'a refusal that pages can’t read',
      { RefusedToken: { status: 401 } },
      /^wrong: The answer to a refused token \(401\) does not allow .* never asks for another token/,
    ],
    [
      'a 400 that pages can’t read',
      { Broken: { status: 400, body: { errors: [{ message: 'No.' }] } } },
      /^wrong: The answer to a malformed document \(400\) does not allow .* gets no answer, and can’t tell/,
    ],
    [
      'headers on a 200 only, as nginx adds them',
      { Broken: { status: 400 }, RefusedToken: { status: 401 } },
      /^wrong: .* malformed document \(400\) .*,wrong: .* refused token \(401\)/,
    ],
    [
      'a Retry-After that a 400 hides',
      { Broken: { status: 400, headers: allowing } },
      /^ok: .*,note: Retry-After is not exposed/,
    ],
    [
      'a refusal whose reason pages can’t read',
      {
        RefusedToken: {
          status: 403,
          headers: { ...allowing, 'WWW-Authenticate': 'Bearer error="invalid_token"' },
        },
      },
      /^wrong: A token is refused with 403, and WWW-Authenticate, .* is not exposed/,
    ],
    [
      'a hidden Retry-After',
      { RefusedToken: { status: 401, headers: allowing } },
      /^ok: .*,note: Retry-After is not exposed/,
    ],
    [
      'valid wildcards',
      {
        ...preflight({ ...allowing, 'Access-Control-Allow-Headers': 'AUTHORIZATION,*' }),
        RefusedToken: {
          status: 401,
          headers: { ...allowing, 'Access-Control-Expose-Headers': '*' },
        },
      },
      /^ok: [^,]*$/,
    ],
  ];
  for (const [name, replies, finding] of pages) {
    it(`reports what a browser does with ${name}`, async () => {
      const run = await diagnose(replies, { origin: ORIGIN });
      assert.match(run.on('browser'), finding);
    });
  }

  it('sends the client token, and the key only if the service has accepted it', async () => {
    const sent: string[] = [];
    const Broken: Replies['Broken'] = ({ request }) => {
      sent.push(request.headers.authorization ?? '');
      return Promise.resolve({ status: 400, headers: allowing });
    };
    await diagnose({ Broken }, { origin: ORIGIN, card: 'card_1' });
    await diagnose({ Broken }, { origin: ORIGIN });
    await diagnose({ Broken, Ping: requestError('No.', 401) }, { origin: ORIGIN });
    let pings = 0;
    const Ping: Replies['Ping'] = () =>
      Promise.resolve(pings++ === 0 ? { body: { data: { ping: 'pong' } } } : { status: 403 });
    await diagnose({ Broken, Ping }, { origin: ORIGIN });
    assert.deepEqual(sent, [
      `Bearer ${TOKEN}`,
      `Basic ${Buffer.from(KEY).toString('base64')}`,
      `Bearer ${MADE_UP_TOKEN}`,
      `Bearer ${MADE_UP_TOKEN}`,
    ]);
  });
});
