import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEndpoint } from '../../src/service/endpoint.js';

describe('endpoint', () => {
  it('takes any https address as it is', () => {
    for (const address of ['https://api.example.com/graphql', 'https://10.0.0.1:8443/a?b=c']) {
      assert.equal(String(parseEndpoint(address)), address);
    }
  });

  it('takes plain http for every name of this machine', () => {
    for (const host of [
      'localhost',
      'LOCALHOST',
      'cards.localhost',
      '127.0.0.1',
      '127.10.200.3',
      '[::1]',
    ]) {
      assert.ok(parseEndpoint(`http://${host}:4400/graphql`) instanceof URL, host);
    }
  });

  it('refuses plain http for any host that only looks like this machine', () => {
    for (const host of [
      'localhost.example',
      'notlocalhost',
      'localhost.',
      '.localhost.example',
      '127.0.0.1.example',
      'x127.0.0.1.example',
      '0.0.0.0',
      '[::]',
      '[::ffff:127.0.0.1]',
      'api.example.com',
    ]) {
      assert.match(
        String(parseEndpoint(`http://${host}/graphql`)),
        /is not an https: address/,
        host,
      );
    }
  });

  it('refuses other protocols', () => {
    for (const address of ['ftp://localhost/x', 'ws://localhost/x', 'data:,x', 'javascript:0']) {
      assert.match(String(parseEndpoint(address)), /^endpoint is not an https: address/);
    }
  });

  it('refuses a user name and a password, each alone too', () => {
    for (const user of ['name:secret@', 'name@', ':secret@']) {
      const said = String(parseEndpoint(`https://${user}api.example.com/graphql`));
      assert.match(said, /holds a user name or a password/);
      assert.doesNotMatch(said, /secret/);
    }
  });

  it('says what is missing', () => {
    assert.match(String(parseEndpoint('')), /^endpoint is missing/);
    for (const address of ['/graphql', 'api.example.com/graphql', 'https://']) {
      assert.match(String(parseEndpoint(address)), /^endpoint is not an absolute URL/);
    }
  });
});
