import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEndpoint } from '../src/address.js';

describe('an endpoint', () => {
  it('is accepted unchanged if it is an https address', () => {
    for (const address of ['https://api.example.com/graphql', 'https://10.0.0.1:8443/a?b=c'])
      assert.equal(String(parseEndpoint(address)), address);
  });

  it('can use plain http with any loopback name or address', () => {
    for (const host of ['LOCALHOST', 'cards.localhost:80', '127.9.8.7', '[::1]:4400', '2130706433'])
      assert.ok(parseEndpoint(`http://${host}/graphql`) instanceof URL, host);
  });

  const OTHER_HOSTS = [
    ...['localhost.example', 'notlocalhost', 'localhost.', '.localhost.example'],
    ...['127.0.0.1.example', 'x127.0.0.1.example', '0.0.0.0', '10.0.0.1', '[::]'],
    ...['[::ffff:127.0.0.1]', 'api.example.com'],
  ];
  for (const [title, explanation, ...addresses] of [
    [
      'can’t use plain http with another host, even one that looks like loopback',
      /^endpoint must be an https: address/,
      ...OTHER_HOSTS.map((host) => `http://${host}/graphql`),
    ],
    ['can’t use any other protocol', /must be an https: address/, 'ftp://localhost/x', 'data:,x'],
    [
      'is rejected with a user name or password, without quoting them',
      /^(?!.*(somebody|secret)).*contains a user name or password/,
      ...['somebody:secret@', 'somebody@', ':secret@'].map((user) => `https://${user}a.example/`),
    ],
    ['is reported as missing if it is empty', /^endpoint is missing/, ''],
    [
      'is reported as invalid if it is relative',
      /^endpoint must be an absolute URL/,
      ...['/graphql', 'graphql', '//a.example/graphql', 'a.example', 'https://'],
    ],
  ] as readonly (readonly [string, RegExp, ...string[]])[])
    it(title, () => {
      for (const address of addresses)
        assert.match(String(parseEndpoint(address)), explanation, address);
    });
});
