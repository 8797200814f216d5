import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLoopback, parseEndpoint } from '../../src/service/endpoint.js';
import { deniedPinsOf, readSettings } from '../../src/form/settings.js';

const RIGHT = {
  endpoint: 'https://api.example.com/graphql',
  cardId: 'card_1',
  pinLength: 4,
  pinRules: 'repeated',
  noConfirm: false,
  noIdempotencyKey: false,
  disabled: false,
};

describe('endpoint', () => {
  it('takes https, and http to this machine alone', () => {
    for (const address of [
      'https://api.example.com/graphql',
      'http://localhost:4400/graphql',
      'http://127.0.0.1/graphql',
      'http://127.9.8.7/graphql',
      'http://[::1]:4400/graphql',
      'http://api.localhost/graphql',
    ])
      assert.ok(parseEndpoint(address) instanceof URL, address);
    for (const address of [
      '',
      'graphql',
      '//api.example.com/graphql',
      'http://api.example.com/graphql',
      'http://127.0.0.1.example.com/graphql',
      'http://localhost.example.com/graphql',
      'http://notlocalhost/graphql',
      'http://10.0.0.1/graphql',
      'ftp://localhost/graphql',
      'javascript:alert(1)',
      'data:,x',
      'https://user@api.example.com/graphql',
      'https://:word@api.example.com/graphql',
    ])
      assert.equal(typeof parseEndpoint(address), 'string', address);
  });

  it('does not repeat in its explanation what the address holds', () => {
    assert.doesNotMatch(String(parseEndpoint('https://user:word@example.com')), /user:|word@/);
  });

  it('knows other spellings of this machine’s address', () => {
    assert.equal(isLoopback(new URL('http://2130706433/')), true);
    assert.equal(isLoopback(new URL('http://LOCALHOST/')), true);
  });
});

describe('settings', () => {
  it('reads what is right', () => {
    assert.deepEqual(readSettings(RIGHT, [], false), {
      length: 4,
      rules: ['repeated'],
      denied: [],
      confirms: true,
      disabled: false,
      target: { endpoint: RIGHT.endpoint, cardId: 'card_1', keyed: true },
    });
  });

  it('takes the default for what a framework sets to nothing', () => {
    for (const nothing of [undefined, null]) {
      const read = readSettings({ ...RIGHT, pinLength: nothing, pinRules: nothing }, [], false);
      assert.ok(!('kind' in read.target));
      assert.equal(read.length, 4);
      assert.deepEqual(read.rules, ['repeated', 'sequence']);
    }
  });

  it('names the attribute of the first mistake', () => {
    const mistakes: readonly [string, object][] = [
      ['endpoint', { endpoint: undefined, cardId: '' }],
      ['card-id', { cardId: '' }],
      ['card-id', { cardId: null }],
      ['card-id', { cardId: ' card_1' }],
      ['pin-length', { pinLength: 13 }],
      ['pin-length', { pinLength: '4' }],
      ['pin-rules', { pinRules: 'birthday' }],
      ['pin-rules', { pinRules: '' }],
      ['pin-rules', { pinRules: ['repeated'] }],
    ];
    for (const [attribute, mistake] of mistakes) {
      const { target: read } = readSettings({ ...RIGHT, ...mistake }, [], false);
      assert.ok('kind' in read);
      assert.equal(read.kind, 'misconfigured');
      assert.equal(read.attribute, attribute);
      assert.match(read.explanation, new RegExp(`^${attribute} `));
    }
  });

  it('reads denied PINs of every script and length, and nothing as none', () => {
    assert.deepEqual(deniedPinsOf(['1204', '١٢٠٤', '12-04-1984']), ['1204', '1204', '12041984']);
    for (const none of [undefined, null, []]) assert.deepEqual(deniedPinsOf(none), []);
    assert.equal(deniedPinsOf(Array.from({ length: 16 }, () => '1204'))?.length, 16);
  });

  it('has no use for denied PINs that are malformed, and quotes none of them', () => {
    const malformed = [
      '1204',
      { length: 1, 0: '1204' },
      new Set(['1204']),
      [1204],
      ['1204', ''],
      ['1204', '12o4'],
      ['1204', null],
      [['1204']],
      Array(1),
      Array.from({ length: 17 }, () => '1204'),
    ];
    for (const pins of malformed) {
      assert.equal(deniedPinsOf(pins), undefined);
      const { target: read } = readSettings(RIGHT, deniedPinsOf(pins), false);
      assert.ok('kind' in read);
      assert.equal(read.attribute, 'deniedPins');
      assert.doesNotMatch(read.explanation, /1204|12o4/);
    }
  });

  it('copies denied PINs, so that writing into the array changes nothing', () => {
    const pins = ['1204'];
    const denied = deniedPinsOf(pins);
    pins[0] = '4826';
    assert.deepEqual(denied, ['1204']);
  });
});
