import { expect } from '@open-wc/testing';
import { stub } from 'sinon';
import { press } from '../support/browser/cardholder.js';
import { embed, listen, until } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

/** A PIN so long that no other text in the page contains it by chance. */
const PIN = '482615937046';

/**
 * Returns every text that can be reached from a value through properties, prototypes and getters,
 * but not through the window and the document.
 */
function textsWithin(root: unknown): readonly string[] {
  const texts: string[] = [];
  const seen = new Set<unknown>([window, document, document.body]);
  const queue = [{ value: root, depth: 0 }];
  // The queue grows in the loop.
  for (const { value, depth } of queue) {
    if (typeof value === 'string') texts.push(value);
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) continue;
    if (seen.has(value) || depth > 6) continue;
    seen.add(value);
    for (let owner: object | null = value; owner; owner = Reflect.getPrototypeOf(owner))
      for (const key of Reflect.ownKeys(owner))
        try {
          // In Firefox this getter exposes the target of any event (SECURITY.md).
          if (owner !== Event.prototype || key !== 'explicitOriginalTarget')
            queue.push({ value: Reflect.get(owner, key, value), depth: depth + 1 });
        } catch {
          // Many prototypes' getters throw.
        }
  }
  return texts;
}

// `test/leaks` tests what a script can read while a PIN is typed and set. `test/shield` tests what
// the page hears of a key that is held down.
describe('<set-card-pin> secrets', () => {
  it('doesn’t expose the PIN or the client token while it waits for a token, or after a rejection', async () => {
    const { element, cardId } = await embed(service, 'weak-pin', { token: false });
    const error = stub(console, 'error');
    element.pinLength = PIN.length;
    const { value: token } = await service.token(cardId);
    const events = listen(element);
    element.focus();
    // Single keys, because `type` would pass the whole PIN through the page's JSON.
    await press(...PIN, 'Tab', ...PIN, 'Tab', 'Enter');
    const ended = element.submit();
    await until(() => element.matches(':state(waiting)'));
    const expectNoSecret = (end?: unknown) => {
      const texts = textsWithin({ element, events, end, printed: error.args });
      expect(texts.length).to.be.greaterThan(500);
      const stored = { ...localStorage, ...sessionStorage, entries: performance.getEntries() };
      const page = document.documentElement.outerHTML + location.href + JSON.stringify(stored);
      for (const text of [...texts, page])
        for (const secret of [PIN, token]) expect(text).not.to.contain(secret);
    };
    expectNoSecret();
    element.setAttribute('client-token', token);
    const end = await ended;
    expect(end.kind).to.equal('rejected');
    await element.updateComplete;
    error.restore();
    expectNoSecret(end);
  });
});
