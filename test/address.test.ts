import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEndpoint } from '../src/address.js';

describe('an endpoint', () => {
  it('is accepted unchanged if it is an https address', () => {
    for (const address of ['https://api.example.com/graphql', 'https://10.0.0.1:8443/a?b=c']) {
      assert.equal(String(parseEndpoint(address)), address);
    }
  });

  it('may use plain http on any loopback name or address', () => {
    const names = ['localhost', 'LOCALHOST', 'cards.localhost', '127.0.0.1', '127.9.8.7', '[::1]'];
    for (const host of [...names, '2130706433']) {
      assert.ok(parseEndpoint(`http://${host}/graphql`) instanceof URL, host);
      assert.ok(parseEndpoint(`http://${host}:4400/graphql`) instanceof URL, host);
    }
  });

  it('may not use plain http on another host, even one that looks like loopback', () => {
    for (const host of [
      ...['localhost.example', 'notlocalhost', 'localhost.', '.localhost.example'],
      ...['127.0.0.1.example', 'x127.0.0.1.example', '0.0.0.0', '10.0.0.1', '[::]'],
      ...['[::ffff:127.0.0.1]', 'api.example.com'],
    ]) {
      assert.match(
        String(parseEndpoint(`http://${host}/graphql`)),
        /is not an https: address/,
        host,
      );
    }
  });

  it('may not use any other protocol', () => {
    for (const address of ['ftp://localhost/x', 'ws://localhost/x', 'data:,x', 'javascript:0']) {
      assert.match(String(parseEndpoint(address)), /^endpoint is not an https: address/);
    }
  });

  it('is rejected with a user name or password, without quoting them', () => {
    for (const user of ['somebody:secret@', 'somebody@', ':secret@']) {
      const explanation = String(parseEndpoint(`https://${user}api.example.com/graphql`));
      assert.match(explanation, /contains a user name or a password/);
      assert.doesNotMatch(explanation, /somebody|secret/);
    }
  });

  it('is reported as missing if it is empty, and as invalid if it is relative', () => {
    assert.match(String(parseEndpoint('')), /^endpoint is missing/);
    for (const address of ['/graphql', 'graphql', '//a.example/graphql', 'a.example', 'https://']) {
      assert.match(String(parseEndpoint(address)), /^endpoint is not an absolute URL/);
    }
  });
});
