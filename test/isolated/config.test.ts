import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig, type FrameConfig } from '../../src/isolated/page/config.js';
import { configMistake } from '../../src/node/frame/config-mistake.js';

const PARENT = 'https://portal.example.com';
const ENDPOINT = 'https://api.example.com/graphql';

/** What the frame page makes of a configuration; or what the command says of it, where the frame page takes none. */
function parseConfig(value: unknown): FrameConfig | string {
  return readConfig(value) ?? configMistake(value);
}

/** Reads a configuration that is right but for what is given. */
function parse(members: Readonly<Record<string, unknown>>): FrameConfig | string {
  return parseConfig({ parents: [PARENT], endpoints: [ENDPOINT], ...members });
}

describe('the configuration of the frame page', () => {
  it('takes origins and addresses, one or more of each', () => {
    const config = {
      parents: [PARENT, 'https://portal.example:8443', 'http://localhost:3000'],
      endpoints: [ENDPOINT, 'http://127.0.0.1:4400/graphql', 'https://10.0.0.1/a?b=c'],
    };
    assert.deepEqual(parseConfig(config), config);
  });

  it('gives addresses as a browser writes them, to be compared with', () => {
    assert.deepEqual(parse({ endpoints: ['HTTPS://API.example.com:443/graphql/../v2'] }), {
      parents: [PARENT],
      endpoints: ['https://api.example.com/v2'],
    });
  });

  it('is refused where it is no object', () => {
    for (const value of [null, undefined, true, 4, 'parents', NaN]) {
      assert.match(String(parseConfig(value)), /^config\.json is not an object/);
    }
  });

  it('is refused with a member that is not known, however right the others are', () => {
    for (const name of ['parent', 'Parents', 'endpoint', 'comment', '', 'constructor']) {
      assert.match(String(parse({ [name]: [PARENT] })), /unknown member/, name);
    }
    const text = `{ "parents": ["${PARENT}"], "endpoints": ["${ENDPOINT}"], "__proto__": {} }`;
    assert.match(String(parseConfig(JSON.parse(text))), /unknown member: __proto__/);
  });

  for (const name of ['parents', 'endpoints'] as const) {
    it(`is refused where ${name} is missing, empty, or no list`, () => {
      for (const value of [undefined, null, [], {}, PARENT, { 0: PARENT, length: 1 }]) {
        assert.equal(
          parse({ [name]: value }),
          `config.json: ${name} is not a list with at least one entry.`,
        );
      }
      const { [name]: _, ...other } = { parents: [PARENT], endpoints: [ENDPOINT] };
      assert.match(String(parseConfig(other)), new RegExp(`^config\\.json: ${name} is not`));
    });

    it(`is refused where anything in ${name} is no string`, () => {
      for (const value of [null, 4, [PARENT], { href: PARENT }]) {
        const said = parse({ [name]: [PARENT, value] });
        assert.match(String(said), new RegExp(`^config\\.json: ${name}\\[1\\]: is not an `));
      }
    });

    it(`is refused where one of ${name} is on a host that a policy would read as something else`, () => {
      for (const host of ['*.example.com', '*', 'a;b.example', "'self'", 'a,b.example', '[::1]']) {
        const said = parse({ [name]: [`https://${host}`] });
        assert.match(String(said), new RegExp(`^config\\.json: ${name}\\[0\\]: is `), host);
      }
    });
  }

  it('is refused with a parent that is not an exact origin', () => {
    for (const parent of [
      '',
      '*',
      'null',
      'self',
      'portal.example.com',
      '//portal.example.com',
      'https:',
      'https://',
      'https://portal.example.com/',
      'https://portal.example.com/cards',
      'https://portal.example.com?a',
      'https://portal.example.com#a',
      'https://portal.example.com:443',
      'https://portal.example.com:*',
      'https://PORTAL.example.com',
      'HTTPS://portal.example.com',
      'https://name@portal.example.com',
      ' https://portal.example.com',
      'https://portal.example.com https://evil.example',
      'http://portal.example.com',
      'ws://localhost',
      'file://',
      'blob:https://portal.example.com',
      'data:,',
    ]) {
      const said = parse({ parents: [PARENT, parent] });
      assert.match(String(said), /^config\.json: parents\[1\]: is not an origin/, parent);
    }
  });

  it('is refused with an endpoint that a PIN may not be sent to', () => {
    assert.equal(
      parse({ endpoints: [ENDPOINT, 'http://api.example.com/graphql'] }),
      'config.json: endpoints[1]: is not an address such as https://api.example.com/graphql (http: on a loopback host only; no user name, no wildcard).',
    );
    assert.match(String(parse({ endpoints: ['/graphql'] })), /is not an address such as/);
  });
});
