import { expect } from '@open-wc/testing';
import { enterPin, exists, find, middleOf, press } from '../support/browser/cardholder.js';
import { embed, next, until } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

const AGAIN = 'Try the same PIN again';
const OTHER = 'Choose another PIN';

// `course.test.ts`, `sentences.test.ts` and `test/service` have what needs no page.
describe('<set-card-pin> unconfirmed PIN', () => {
  it('can be submitted again with its button, which moves below the message and keeps the focus', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    await service.answers(cardId, [{ execute: true, body: '' }]);
    await enterPin(element, '4826');
    await press('Tab', 'Tab');
    expect(await find('button', 'Set PIN')).to.include({ focused: true });
    await press('Enter');
    await until(() => exists('button', AGAIN));
    expect(await find('button', AGAIN)).to.include({ focused: true });
    const places: number[] = [];
    for (const [role, name] of [['alert'], ['button', AGAIN], ['button', OTHER]] as const)
      places.push((await middleOf(await find(role, name)))[1]);
    expect(places).to.deep.equal([...new Set(places)].sort((a, b) => a - b));

    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    const [first, ...others] = await service.requests(cardId);
    expect(others.map(({ repeats }) => repeats)).to.deep.equal([first!.id]);
  });
});
