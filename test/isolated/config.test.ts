import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig, readConfigText, type FrameConfig } from '../../src/isolated/config.js';
import { configMistake } from '../../src/node/frame/main.js';

const PARENT = 'https://portal.example.com';
const ENDPOINT = 'https://api.example.com/graphql';

const FONT = { family: 'Brand Sans', file: 'brand-sans.woff2', weight: '400 700' };

/** Values that a content security policy can't contain. */
const OF_NO_POLICY = [
  ...[null, 4, [PARENT], { href: PARENT }],
  ...['*.example.com', '*', 'a;b.example', "'self'", 'a,b.example', '[::1]'].map(
    (host) => `https://${host}`,
  ),
];

const VALID = { parents: [PARENT], endpoints: [ENDPOINT] };

/** Returns the configuration as the frame page reads it, or the command's error message. */
function parse(value: unknown): FrameConfig | string {
  const mistake = configMistake(value, 'config.json');
  // The frame page doesn't check fonts, because it trusts the command.
  if (!mistake?.includes('fonts['))
    assert.equal(readConfig(value) === undefined, mistake !== undefined);
  return mistake ?? readConfig(value)!;
}

describe('the frame page’s configuration', () => {
  it('accepts several parents and endpoints, an app’s web view as a parent, and fonts', () => {
    const config = {
      parents: [
        ...[PARENT, 'https://portal.example:8443', 'http://localhost:3000'],
        ...['capacitor://localhost', 'ionic://localhost', 'app://my.app', 'x-1.a+b://c'],
      ],
      endpoints: [ENDPOINT, 'http://127.0.0.1:4400/graphql', 'https://10.0.0.1/a?b=c'],
      fonts: [
        FONT,
        { family: 'Größe_2-B', file: '2.A_b-c.woff', weight: '700' },
        { family: '源ノ角', file: 'x.woff2' },
      ],
    };
    assert.deepEqual(parse(config), config);
  });

  it('is read from its JSON text, and rejected if the text is not a configuration', () => {
    assert.deepEqual(readConfigText(JSON.stringify(VALID)), VALID);
    for (const text of ['', '{}', 'null']) assert.equal(readConfigText(text), undefined);
  });

  it('normalises its addresses, so that they can be compared', () => {
    const endpoints = ['HTTPS://API.example.com:443/graphql/../v2'];
    const normalised = { ...VALID, endpoints: ['https://api.example.com/v2'] };
    assert.deepEqual(parse({ ...VALID, endpoints }), normalised);
  });

  it('is rejected if it is not an object with known members', () => {
    for (const value of [null, undefined, 4, 'parents'])
      assert.match(String(parse(value)), /^config\.json is not an object/);
    for (const name of ['Parents', '', 'constructor'])
      assert.match(String(parse({ ...VALID, [name]: [] })), new RegExp(`unknown member: ${name}`));
  });

  it('is rejected unless parents and endpoints are lists with at least one entry', () => {
    for (const name of ['parents', 'endpoints'])
      for (const value of [undefined, [], PARENT])
        assert.match(
          String(parse({ ...VALID, [name]: value })),
          new RegExp(`${name} is not a list`),
        );
  });

  const assertRefused = (name: string, valid: unknown, error: string, values: unknown[]) => {
    for (const value of values)
      assert.ok(
        String(parse({ ...VALID, [name]: [valid, value] })).startsWith(
          `config.json: ${name}[1] ${error}`,
        ),
        JSON.stringify(value),
      );
  };

  it('is rejected if a parent is not an exact origin', () =>
    assertRefused('parents', PARENT, 'is not an origin', [
      ...['', '*', 'null', 'portal.example.com', '//portal.example.com', 'https://'],
      ...['/', '?a', '#a', ':443', ':*', ' https://b.example'].map((more) => PARENT + more),
      ...[` ${PARENT}`, PARENT.toUpperCase(), 'https://name@a.example', 'http://a.example'],
      ...['ws://localhost', 'ftp://localhost', 'file:///index.html', 'Capacitor://localhost'],
      ...['://', '://a/', '://a:443', '://*', ':a'].map((rest) => `capacitor${rest}`),
      ...OF_NO_POLICY,
    ]));

  it('is rejected if an endpoint isn’t allowed to receive a PIN', () => {
    const values = ['http://api.example.com/graphql', '/graphql', ...OF_NO_POLICY];
    assertRefused('endpoints', ENDPOINT, 'is not an address such as https://', values);
  });

  it('is rejected if a font is not a file next to it, or has an invalid name or weight', () =>
    assertRefused('fonts', FONT, 'is not a font such as', [
      ...[null, 'brand-sans.woff2', { family: 'Brand Sans' }, { file: 'x.woff2' }],
      { ...FONT, 'unicode-range': 'U+30' },
      ...['//evil.example/x.woff2', '/x.woff2', '../x.woff2', '..woff2', '.woff2', 'a\\x.woff2']
        .concat(['x.ttf', 'x.woff2\n', 'a b.woff2', 'a%2f.woff2', 'a).woff2', ''])
        .map((file) => ({ ...FONT, file })),
      ...['', '4 Sans', ' Sans', 'A, B', '"A"', 'A\\', 'A;B', 'A{', 'A\n', []].map((family) => ({
        ...FONT,
        family,
      })),
      ...['', 'bold', '0', '1000', '400-700', '1 2 3', 400].map((weight) => ({ ...FONT, weight })),
    ]));
});
