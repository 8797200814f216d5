import type { Contestant } from './contestants.js';
import type { Traffic } from './meter.js';
import type { Stage } from './stage.js';

const PIN = '4826';

/** Sets a PIN as a cardholder does, and counts what goes over the wire to the service. */
export async function measureWire(stage: Stage, contestant: Contestant): Promise<Traffic> {
  const { id, token } = await cardOf(stage);
  const shown = await stage.show(contestant, id);
  try {
    await shown.start();
    const { page } = shown;
    await page.evaluate((token) => {
      Object.assign(document.querySelector('set-card-pin')!, { clientToken: token });
    }, token);
    stage.meter.read();
    await shown.focus();
    await page.keyboard.type(PIN);
    // Past the button that shows the PIN.
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    await page.keyboard.type(PIN);
    const set = page.evaluate<string>(`new Promise((resolve) => {
      for (const type of ['pin-set', 'pin-error']) addEventListener(type, () => resolve(type));
    })`);
    await page.keyboard.press('Enter');
    if ((await set) !== 'pin-set') throw new Error(`The PIN was not set: ${contestant.label}.`);
    return stage.meter.read();
  } finally {
    await shown.close();
  }
}

/** A card of its own, and a client token for it. */
async function cardOf({ sandbox }: Stage): Promise<{ id: string; token: string }> {
  const post = async (url: string, body: object, headers: object = {}): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { id } = (await post(`${sandbox.control.url}/cards`, { behaviour: 'accepted' })) as {
    id: string;
  };
  const { data } = (await post(
    sandbox.test.url,
    {
      query: `mutation Mint($input: GeneratePaymentCardClientTokenInput!) {
        generatePaymentCardClientToken(input: $input) { ... on ClientToken { value } }
      }`,
      variables: { input: { paymentCardId: id, permissions: ['SET_PAYMENT_CARD_PIN'] } },
    },
    { Authorization: `Basic ${btoa(sandbox.test.apiKey)}` },
  )) as { data: { generatePaymentCardClientToken: { value: string } } };
  return { id, token: data.generatePaymentCardClientToken.value };
}
