import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import '../../src/index.js';
import { enterPin, exists, find, middleOf, press } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { one } from '../support/browser/opened-root.js';
import { embed, failToSetPin, next, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const AGAIN = 'Try the same PIN again';

describe('<set-card-pin> notice of an unconfirmed PIN', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('stands above the two buttons that it explains', async () => {
    const { element } = await embed(service, 'unknown-member');
    await failToSetPin(element);
    const places: number[] = [];
    for (const node of [
      await find('alert'),
      await find('button', AGAIN),
      await find('button', 'Choose another PIN'),
    ])
      places.push((await middleOf(node))[1]);
    expect(places).to.deep.equal([...places].sort((a, b) => a - b));
    expect(new Set(places).size).to.equal(3);
  });

  it('leaves the focus on the button to submit, which has moved below it', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    await service.answers(cardId, [
      { execute: true, body: '' },
      { execute: true, body: '' },
    ]);
    await enterPin(element, '4826');
    await press('Tab');
    for (const name of ['Set PIN', AGAIN]) {
      expect(await find('button', name)).to.include({ focused: true });
      const failed = next(element, 'pin-error');
      await press('Enter');
      expect((await failed).outcome.kind).to.equal('unconfirmed');
      await until(() => exists('button', AGAIN));
    }
    expect(await find('button', AGAIN)).to.include({ focused: true });
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  inModes(['inline'], 'the place of the reference, which only the opened root tells', () => {
    it('has a reference that one click selects, to be copied', async () => {
      const { element } = await embed(service, 'unknown-member');
      const { requestId } = await failToSetPin(element);
      // It may take two lines.
      const { left, top } = one(element, 'code').getClientRects()[0]!;
      const position: [number, number] = [Math.round(left + 20), Math.round(top + 8)];
      await sendMouse({ type: 'click', position });
      await press('Control+c');
      const letter = document.createElement('textarea');
      document.body.append(letter);
      letter.focus();
      await press('Control+v');
      await until(() => letter.value !== '');
      expect(letter.value).to.equal(requestId);
      letter.remove();
    });
  });
});
