import { expect } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import {
  alert,
  click,
  enterPin,
  exists,
  find,
  middleOf,
  newPin,
  press,
  tabTo,
} from '../support/browser/cardholder.js';
import { one } from '../support/browser/opened-root.js';
import { embed, next, until, withoutJitter } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const AGAIN = 'Try the same PIN again';
const OTHER = 'Choose another PIN';
const DOUBT = /^We can’t tell if your new PIN is set\. Try the same PIN again/;

// `course.test.ts` and `test/service` have what needs no page.
describe('<set-card-pin> unconfirmed PIN', () => {
  withoutJitter();

  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('is sent again under the same key, and the focus stays on its button, which has moved below the sentence', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    const lost = { execute: true, body: '' };
    await service.answers(cardId, [lost, lost]);
    await enterPin(element, '4826');
    await press('Tab', 'Tab');
    for (const name of ['Set PIN', AGAIN]) {
      expect(await find('button', name)).to.include({ focused: true });
      const failed = next(element, 'pin-error');
      await press('Enter');
      expect((await failed).outcome.kind).to.equal('unconfirmed');
      await until(() => exists('button', AGAIN));
    }
    expect(await find('button', AGAIN)).to.include({ focused: true });
    expect(await alert()).to.match(DOUBT);
    const places: number[] = [];
    for (const [role, name] of [['alert'], ['button', AGAIN], ['button', OTHER]] as const)
      places.push((await middleOf(await find(role, name)))[1]);
    expect(places).to.deep.equal([...new Set(places)].sort((a, b) => a - b));

    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    const keys = await service.keys(cardId);
    expect(keys).to.have.length(3);
    expect(new Set(keys).size).to.equal(1);
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('is kept with any key or a click, but not by a script, and else is wiped half a minute after a warning', async () => {
    const { element } = await embed(service, 'unknown-member');
    await enterPin(element, '4826');
    const field = one(element, '#card-pin-new');
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      expect((await element.submit()).kind).to.equal('unconfirmed');
      const passMinute = async () => {
        clock.tick(29_900);
        expect(await alert()).to.match(DOUBT);
        clock.tick(29_900);
        expect(await alert()).to.contain('in half a minute we’ll clear the PIN you entered.');
      };
      for (const act of [() => press('Shift'), () => click('alert', ''), () => tabTo(OTHER)]) {
        await passMinute();
        await act();
      }
      await passMinute();
      for (const type of ['keydown', 'pointerdown', 'click'])
        one(element, '#notice').dispatchEvent(new Event(type, { bubbles: true }));
      element.focus();
      expect((await newPin()).value).to.equal('••••');
      clock.tick(300);
    } finally {
      clock.restore();
    }
    expect(await newPin()).to.include({ value: '', readonly: false, focused: true });
    // The old one has the digits in its undo history.
    expect(one(element, '#card-pin-new')).not.to.equal(field);
    expect(await alert()).to.contain('For your security, we cleared the PIN you entered.');
  });
});
