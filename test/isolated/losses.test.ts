import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { Losses } from '../../src/isolated/page/losses.js';
import type { Loss } from '../../src/isolated/page/lost-digits.js';

/** What the frame page says: the form is shown, the warning first, or no PIN is taken. */
const read = ({ isGrave, isLast }: Losses) => (isLast ? 'refused' : isGrave ? 'warned' : 'shown');

function store(storage: unknown): void {
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true });
}

function workingStorage(): object {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => values.set(name, value),
  };
}

describe('the count of losses', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'sessionStorage'));

  for (const [losses, ...expected] of [
    [['key', 'key'], 'warned', 'refused'],
    [['entry', 'entry', 'entry'], 'shown', 'warned', 'refused'],
    [['key', 'entry', 'entry'], 'warned', 'warned', 'refused'],
    [['entry', 'key', 'key'], 'shown', 'warned', 'refused'],
  ] as const)
    it(`after ${losses.join(', ')} is the same for the next frame page of the host`, () => {
      store(workingStorage());
      const reads = losses.map((loss: Loss) => {
        new Losses('https://a.example').add(loss);
        return read(new Losses('https://a.example'));
      });
      assert.deepEqual(reads, expected);
      assert.equal(read(new Losses('https://b.example')), 'shown');
    });

  it('reaches a frame page that has begun before', () => {
    store(workingStorage());
    const early = new Losses('https://a.example');
    assert.equal(read(early), 'shown');
    new Losses('https://a.example').add('key');
    assert.equal(read(early), 'warned');
  });

  it('has its last loss with the first, where the storage is blocked', () => {
    // Some browsers have none then. In others its getter throws, which ends in the same place.
    store(null);
    const losses = new Losses('https://a.example');
    assert.equal(read(losses), 'shown');
    losses.add('entry');
    assert.equal(read(losses), 'shown');
    losses.add('key');
    assert.equal(read(losses), 'refused');
  });
});
