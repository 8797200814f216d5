import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  dropConnection,
  nodePlatform,
  withService,
  type Answer,
  type ReceivedRequest,
} from '../support/scripted-service.js';
import {
  keysOf,
  NO_LAST4,
  NO_KEY,
  RATE_LIMITED,
  refuseDocument,
  SET,
  submit,
  submitTo,
  unavailable,
  UNAVAILABLE,
} from '../support/submit.js';

describe('the correction of a document', () => {
  // Without jitter, only the waits that the service asks for remain.
  beforeEach(() => void mock.method(Math, 'random', () => 0));
  afterEach(() => mock.restoreAll());

  it('sends the request again at once, without what the schema lacks', async () => {
    const both = refuseDocument(
      'Unknown argument "IdempotencyKey" on field "Mutation.setPinForPaymentCard".',
      'Cannot query field "last4" on type "PaymentCard". Did you mean "bin"?',
    );
    const { outcome, requests } = await submit([both, SET]);
    assert.equal(outcome.kind, 'set');
    assert.deepEqual(keysOf(requests), ['key-1', undefined]);
    assert.match(requests[1]?.query ?? '', /\{ id bin \}/);
  });

  it('does not count as an attempt', async () => {
    const { outcome, requests } = await submit([
      NO_LAST4,
      UNAVAILABLE,
      RATE_LIMITED,
      UNAVAILABLE,
      SET,
    ]);
    assert.equal(outcome.kind, 'set');
    assert.equal(requests.length, 5);
  });

  it('ends the submit if it does not help', async () => {
    const { outcome, requests } = await submit([NO_KEY]);
    assert.deepEqual(
      { ...outcome, explanation: undefined },
      { kind: 'misconfigured', detail: 'operation-refused', explanation: undefined },
    );
    assert.equal(requests.length, 2);
  });

  it('never sends an unchanged request again', async () => {
    const { outcome, requests } = await submit([NO_KEY, SET], { key: undefined });
    assert.equal(outcome.kind, 'misconfigured');
    assert.equal(requests.length, 1);
  });

  it('that removes the key allows no retry after a lost answer', async () => {
    const { outcome, requests } = await submit([NO_KEY, dropConnection, SET]);
    assert.equal(outcome.kind, 'unconfirmed');
    assert.equal(requests.length, 2);
  });

  it('does not remove a key under which a request may have been executed', async () => {
    const { outcome, requests } = await submit([dropConnection, NO_KEY, SET]);
    assert.equal(outcome.kind, 'unconfirmed');
    assert.equal(requests.length, 2);
    // Other parts may be removed.
    assert.equal((await submit([dropConnection, NO_LAST4, SET])).outcome.kind, 'set');
    assert.equal((await submit([NO_KEY, UNAVAILABLE, NO_LAST4, SET])).outcome.kind, 'set');
  });

  it('removes the key in a second submit, because the cardholder decided to submit again', async () => {
    const { outcome, requests } = await submit([NO_KEY, SET], { mayBeSet: true });
    assert.equal(outcome.kind, 'set');
    assert.deepEqual(keysOf(requests), ['key-1', undefined]);
  });

  /** Submits twice to the same endpoint. */
  const submitTwice = (answers: readonly Answer[]): Promise<readonly ReceivedRequest[]> =>
    withService(answers, async ({ url, requests }) => {
      for (const key of ['key-1', 'key-2']) await submitTo(url, key, nodePlatform());
      return requests;
    });

  it('is remembered for the endpoint once the service has accepted it', async () => {
    const requests = await submitTwice([NO_KEY, SET]);
    assert.deepEqual(keysOf(requests), ['key-1', undefined, undefined]);
  });

  it('is forgotten if the service did not accept it', async () => {
    const requests = await submitTwice([NO_KEY, refuseDocument('No.')]);
    assert.deepEqual(keysOf(requests), ['key-1', undefined, 'key-2']);
  });

  it('is not remembered if no answer says whether the service accepts it', async () => {
    const busyForAMinute = unavailable({ 'Retry-After': '60' });
    const requests = await submitTwice([NO_KEY, busyForAMinute, SET]);
    assert.deepEqual(keysOf(requests), ['key-1', undefined, 'key-2']);
  });

  it('is not remembered for another endpoint', async () => {
    await submitTwice([NO_KEY, SET]);
    assert.deepEqual(keysOf(await submitTwice([SET])), ['key-1', 'key-2']);
  });
});
