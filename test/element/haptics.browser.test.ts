import { expect } from '@open-wc/testing';
import '../../src/index.js';
import { enterPin } from '../support/browser/cardholder.js';
import { embed, runInFormPage } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';

describe('<set-card-pin haptics>', () => {
  let service: Service;
  const lengths: unknown[] = [];
  const handleMessage = ({ data }: MessageEvent): void => {
    const { vibration } = Object(data) as { vibration?: unknown };
    if (vibration !== undefined) lengths.push(vibration);
  };
  before(async () => {
    service = await startService();
    window.addEventListener('message', handleMessage);
  });
  after(() => {
    window.removeEventListener('message', handleMessage);
    Reflect.deleteProperty(navigator, 'vibrate');
  });

  /** Submits a PIN, and returns how long the device has vibrated, in milliseconds. */
  async function vibrationsAt(
    behaviour: SandboxBehaviour,
    confirmed: string,
    haptics = true,
  ): Promise<readonly unknown[]> {
    const { element } = await embed(service, behaviour);
    element.haptics = haptics;
    await runInFormPage(() => {
      const value = (vibration: number): void => parent.postMessage({ vibration }, '*');
      Object.defineProperty(navigator, 'vibrate', { configurable: true, value });
    });
    await enterPin(element, '4826', confirmed);
    lengths.length = 0;
    await element.submit();
    // A message that is sent later arrives later.
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage('');
    });
    return [...lengths];
  }

  it('makes the device vibrate when the confirmation differs', async () => {
    expect(await vibrationsAt('accepted', '4827')).to.deep.equal([60]);
  });

  it('makes the device vibrate when the service refuses the PIN', async () => {
    expect(await vibrationsAt('denied', '4826')).to.deep.equal([60]);
  });

  it('leaves the device still after success', async () => {
    expect(await vibrationsAt('accepted', '4826')).to.deep.equal([]);
  });

  it('is off by default', async () => {
    expect(await vibrationsAt('accepted', '4827', false)).to.deep.equal([]);
  });
});
