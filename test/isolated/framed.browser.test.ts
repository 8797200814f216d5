import { expect } from '@open-wc/testing';
import { newPin, press, type } from '../support/browser/cardholder.js';
import { inEngines } from '../support/browser/engine.js';
import {
  attributesOf,
  documentNode,
  frameNode,
  isElement,
  withDescendants,
} from '../support/browser/frame-content.js';
import { describeFramed } from '../support/browser/framed.js';
import { next, until } from '../support/browser/page.js';

describeFramed('<set-card-pin> in a frame', (framed) => {
  const focusReaches = (name: string) => until(() => framed.focused() === name);

  it('is between the elements before and after it in the order of the Tab key', async () => {
    const { element, service, cardId } = framed;
    framed.focus('before');
    await press('Tab');
    await focusReaches('set-card-pin');
    await type('4826');
    await press('Tab');
    await type('4826');
    await press('Tab', 'Tab', 'Tab');
    await focusReaches('after');
    expect((await element.submit()).kind).to.equal('set');
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('is left with Shift+Tab from its first field, and entered at its button', async () => {
    const { element } = framed;
    framed.focus('after');
    const ended = next(element, 'pin-error');
    await press('Shift+Tab');
    await focusReaches('set-card-pin');
    // Presses the submit button, which focuses the first field because it is empty.
    await press('Enter');
    expect((await ended).outcome).to.deep.include({ kind: 'invalid', problem: 'missing' });
    await press('Shift+Tab');
    await focusReaches('before');
    expect((await element.submit()).kind).to.equal('invalid');
  });

  it('focuses the invalid field when the page calls submit()', async () => {
    const { element } = framed;
    framed.focus('after');
    expect((await element.submit()).kind).to.equal('invalid');
    await focusReaches('set-card-pin');
    await type('4826');
    await press('Tab');
    await type('4826');
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
  });

  it('takes no focus if the page focuses something else in the same task', async () => {
    const { element } = framed;
    element.cardId = '';
    element.focus();
    framed.focus('after');
    // The frame has handled both by the time that it answers.
    expect((await element.submit()).kind).to.equal('misconfigured');
    expect(framed.focused()).to.equal('after');
  });

  it('reports an invalid frame-src to a listener that is added after the connection', async () => {
    const invalid = document.createElement('set-card-pin');
    invalid.frameSrc = '';
    framed.page.append(invalid);
    const { outcome, cause } = await next(invalid, 'pin-error');
    expect([outcome.kind, cause]).to.deep.equal(['misconfigured', 'frame']);
  });

  it('keeps the focus when the mode changes, and sets a PIN after several changes', async () => {
    const { element, frameSrc, service, cardId } = framed;
    element.focus();
    await focusReaches('set-card-pin');
    for (const time of [1, 2]) {
      element.frameSrc = undefined;
      await until(async () => (await newPin()).focused);
      if (time === 2) break;
      const ready = next(element, 'pin-ready');
      element.frameSrc = frameSrc;
      await ready;
      await focusReaches('set-card-pin');
    }
    await type('4826');
    await press('Tab');
    await type('4826');
    expect((await element.submit()).kind).to.equal('set');
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  inEngines(['chromium'], 'the content of a frame, which only its protocol exposes', () => {
    it('adds no field, button or text of the form to the host page', async () => {
      const names = withDescendants(await documentNode())
        .filter(isElement)
        .map(({ nodeName }) => nodeName);
      expect(names).to.include('INPUT');
      const { contentDocument } = await frameNode();
      const inFrame = withDescendants(contentDocument!).map(({ backendNodeId }) => backendNodeId);
      const host = withDescendants(await documentNode()).find(
        ({ nodeName }) => nodeName === 'SET-CARD-PIN',
      )!;
      const inHost = withDescendants(host).filter(
        (node) => isElement(node) && !inFrame.includes(node.backendNodeId),
      );
      expect(inHost.map(({ nodeName }) => nodeName)).to.deep.equal([
        'SET-CARD-PIN',
        'DIV',
        'IFRAME',
        'DIV',
        'P',
      ]);
    });

    it('has a frame with a sandbox, no permissions, a title, and only the origin as its referrer', async () => {
      const { src, sandbox, referrerpolicy, allow, title } = attributesOf(await frameNode());
      expect({ src, sandbox, referrerpolicy, allow, title }).to.deep.equal({
        src: framed.frameSrc,
        sandbox: 'allow-scripts allow-same-origin',
        referrerpolicy: 'origin',
        allow: '',
        title: 'Set PIN',
      });
    });
  });
});
