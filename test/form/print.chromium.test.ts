import { expect } from '@open-wc/testing';
import '../../src/index.js';
import { click, enterPin, newPin, protocol } from '../support/browser/cardholder.js';
import {
  attributesOf,
  callOnNode,
  documentNode,
  withDescendants,
} from '../support/browser/frame-content.js';
import { embed } from '../support/browser/page.js';
import { startService } from '../support/browser/service.js';

describe('<set-card-pin> on paper', () => {
  // Firefox prints before a script can mask the PIN.
  it('masks a revealed PIN by its style sheet alone', async () => {
    const { element } = await embed(await startService(), 'accepted');
    await enterPin(element, '4826');
    await click('button', 'Show PIN');
    expect((await newPin()).value).to.equal('4826');
    const { backendNodeId } = withDescendants(await documentNode()).find(
      (node) => attributesOf(node)['id'] === 'card-pin-new',
    )!;
    const mask = () =>
      callOnNode(
        backendNodeId,
        `function () { return [this.type, getComputedStyle(this).webkitTextSecurity]; }`,
      );
    expect(await mask()).to.deep.equal(['text', 'none']);
    await protocol('Emulation.setEmulatedMedia', { media: 'print' });
    try {
      expect(await mask()).to.deep.equal(['text', 'disc']);
    } finally {
      await protocol('Emulation.setEmulatedMedia', { media: '' });
    }
  });
});
