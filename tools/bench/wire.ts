import { mintClientToken } from '../../src/node/server/client-token-handler.js';
import type { Contestant } from './contestants.js';
import type { Traffic } from './counting-proxy.js';
import type { Testbed } from './testbed.js';

/** Id of a sandbox card whose PIN can be set. */
const CARD = 'card_test_accepted';

const PIN = '4826';

/** Sets a PIN with the keyboard and counts the traffic with the service. */
export async function measureWire(testbed: Testbed, contestant: Contestant): Promise<Traffic> {
  const { url: endpoint, apiKey } = testbed.sandbox.test;
  const { value: token } = await mintClientToken(CARD, { endpoint, apiKey });
  const opened = await testbed.open(contestant, CARD);
  try {
    await opened.start();
    const { page } = opened;
    await page.evaluate((token) => {
      Object.assign(document.querySelector('set-card-pin')!, { clientToken: token });
    }, token);
    testbed.proxy.read();
    await opened.focus();
    await page.keyboard.type(PIN);
    // The first Tab focuses the reveal button.
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    await page.keyboard.type(PIN);
    const ended = page.evaluate<string>(`new Promise((resolve) => {
      for (const type of ['pin-set', 'pin-error']) addEventListener(type, () => resolve(type));
    })`);
    await page.keyboard.press('Enter');
    if ((await ended) !== 'pin-set')
      throw new Error(`${contestant.label}: the PIN was not set (pin-error).`);
    return testbed.proxy.read();
  } finally {
    await opened.close();
  }
}
