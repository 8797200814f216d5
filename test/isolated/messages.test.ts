import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { misconfigured, readSettings } from '../../src/contract/settings.js';
import { ADDED, readFromHost, readGreeting } from '../../src/isolated/page/from-host.js';
import { LONGEST, type FromHost } from '../../src/isolated/protocol.js';
import '../../src/locales/ar.js';
import { wordsFor } from '../../src/messages/words.js';
import { cases, FUZZ } from '../support/fuzz.js';
import { FROM_HOST, GREETING, settingsMessage } from './valid-messages.js';

const post = (message: unknown) => readFromHost(JSON.stringify(message));

/** Reads a message of one kind, with members of any type. */
const read = <Kind extends FromHost['kind']>(kind: Kind, members: object) =>
  post({ ...members, kind }) as Extract<FromHost, { kind: Kind }>;

/** Expects that a message, whatever its source, has only values that a form can use. */
function assertUsable(message: ReturnType<typeof readFromHost>): void {
  if (message?.kind === 'settings') {
    const { settings, words, look, epoch } = message;
    const { mistake } = settings;
    assert.deepEqual({ ...readSettings(settings), mistake }, settings);
    assert.equal(mistake?.kind ?? 'misconfigured', 'misconfigured');
    const { newPinProblems, confirmationProblems, codes, outcomes, ...texts } = words;
    for (const each of [texts, newPinProblems, confirmationProblems, codes, outcomes, look.theme])
      for (const text of Object.values(each)) assert.equal(typeof text, 'string');
    assert.ok(Number.isFinite(look.textSize) && Number.isFinite(epoch));
  } else if (message?.kind === 'submit') assert.ok(Number.isFinite(message.submitId));
  else if (message?.kind === 'grant' && message.grant.kind === 'token')
    assert.match(message.grant.value, /^[\w.~+/-]+=*$/);
}

describe('a message from the host', () => {
  it('is read unchanged if it is valid', () => {
    const arabic = { ...FROM_HOST[0], words: wordsFor('ar', undefined, 6) };
    const wrong = settingsMessage({ mistake: misconfigured('card-id', 'card-id is missing.') });
    for (const message of [...FROM_HOST, arabic, wrong]) assert.deepEqual(post(message), message);
    assert.equal(readGreeting(JSON.stringify({ ...GREETING, version: 7 })), 7);
  });

  it('can contain members and texts that the frame page doesn’t know', () => {
    const { words, ...message } = settingsMessage();
    const found = post({ ...message, later: 1, words: { ...words, later: 'A later sentence.' } });
    assert.ok(found?.kind === 'settings' && !('later' in found));
    assert.deepEqual(post({ kind: 'later' }), { kind: 'unknown' });
    assert.deepEqual(read('grant', { grant: { kind: 'later' } }).grant, { kind: 'no-token' });
  });

  it('can lack a text, which the frame page then shows in English', () => {
    const { offline, ...words } = settingsMessage().words;
    const found = () => read('settings', { ...settingsMessage(), words }).words;
    assert.deepEqual(found(), words);
    const { denied, ...outcomes } = words.outcomes;
    Object.assign(words, { outcomes });
    Object.assign(ADDED, { offline, outcomes: { denied } });
    assert.deepEqual(found(), { ...words, offline, outcomes: { denied, ...outcomes } });
    for (const name of Object.keys(ADDED)) Reflect.deleteProperty(ADDED, name);
  });

  it('can’t be read if it isn’t JSON text, or is too long', () => {
    const anything: readonly unknown[] = [GREETING, settingsMessage(), undefined, 4, '', '{', [4]];
    for (const data of anything) assert.equal(readFromHost(data), undefined);
    const longest = JSON.stringify({ kind: 'report' }).padEnd(LONGEST);
    assert.deepEqual(readFromHost(longest), { kind: 'report' });
    assert.equal(readFromHost(`${longest} `), undefined);
    for (const data of [...anything, JSON.stringify(settingsMessage())])
      assert.equal(readGreeting(data), undefined);
  });

  it('gives the form only usable values, whatever the host sends', () => {
    const kind = fc.constantFrom(...FROM_HOST.map((message) => message.kind));
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom({ toString: null, valueOf: null }, -1, '4'),
    );
    const some = (...names: readonly string[]) =>
      fc.oneof(odd, fc.dictionary(fc.constantFrom(...names), odd));
    const record = fc.record(
      {
        kind,
        settings: some(...Object.keys(settingsMessage().settings)),
        words: some('newPin', 'codes', '__proto__'),
        look: some('theme', 'scheme', 'textSize'),
        ...{ epoch: odd, submitId: odd, grant: odd, isFirst: odd },
      },
      { requiredKeys: ['kind'] },
    );
    fc.assert(
      fc.property(fc.oneof(record, fc.jsonValue()), (message) => assertUsable(post(message))),
      { ...FUZZ, numRuns: cases(10_000) },
    );
  });
});
