/** Simulates browsers that the runner doesn't have, by changing one that it has. */
import { expect } from '@open-wc/testing';
import { stub } from 'sinon';
import { setPin } from '../support/browser/cardholder.js';
import { mode } from '../support/browser/engine.js';
import { embed, next, runInFrames } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

/** Members that a browser lacks or defines differently, each with its owner. */
const OLDER: Readonly<Record<string, [owner: object, name: string, value: unknown]>> = {
  'has no URL.canParse (Chrome 119, Safari 16)': [URL, 'canParse', undefined],
  'accepts only states that begin with two hyphens (Chrome 124)': [
    CustomStateSet.prototype,
    'add',
    function (state: string) {
      if (!state.startsWith('--')) throw new DOMException('Must start with --', 'SyntaxError');
    },
  ],
  'has no custom states (Firefox 125, Safari 17.3)': [
    ElementInternals.prototype,
    'states',
    undefined,
  ],
};

describe('<set-card-pin> in an older browser', () => {
  if (mode === 'isolated') before(() => runInFrames('URL.canParse = undefined'));

  /** Replaces a member while a cardholder sets a PIN. */
  const setPinWith = async (owner: object, name: string, value: unknown) => {
    const original = Object.getOwnPropertyDescriptor(owner, name)!;
    Object.defineProperty(owner, name, { configurable: true, value });
    try {
      const { element, cardId } = await embed(service, 'accepted');
      const set = next(element, 'pin-set');
      await setPin(element, '4826');
      await set;
      expect(await service.has(cardId, '4826')).to.equal(true);
    } finally {
      Object.defineProperty(owner, name, original);
    }
  };

  for (const [title, [owner, name, value]] of Object.entries(OLDER))
    it(`sets the PIN if the browser ${title}`, () => setPinWith(owner, name, value));

  it('sets the PIN and reports the error if setValidity() throws', async () => {
    const error = new TypeError('No validity here');
    const report = stub(window, 'reportError');
    await setPinWith(ElementInternals.prototype, 'setValidity', stub().throws(error)).finally(() =>
      report.restore(),
    );
    expect(report).to.have.been.calledWith(error);
  });
});
