/** The files with isolated mode only. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Servers } from '../leaks/servers.js';
import { buildPart } from '../support/builds.js';
import { typePinTwice, waitForFocus } from '../support/cardholder.js';
import { useChromium, waitForText } from '../support/chromium.js';

const PIN = '4826';

/** The events of the element in the page, with their outcomes as JSON. */
declare global {
  var events: string[];
}

describe('the file with isolated mode only', () => {
  const browser = useChromium();
  let servers: Servers;
  before(async () => {
    servers = await Servers.start();
    const script = (await buildPart('script.isolated')).get('set-card-pin.isolated.js')!;
    servers.portal.answers.set('/isolated.js', { body: script });
  });
  after(() => servers.close());

  it('says that frame-src is missing, shows no field, and sets a PIN once it is there', async () => {
    const { id, token } = await servers.newCard();
    const path = servers.newPath();
    servers.portal.answers.set(path, {
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>
<link rel="icon" href="data:,"><script src="/isolated.js"></script><body><script>
  events = [];
  for (const type of ['pin-ready', 'pin-set', 'pin-error'])
    addEventListener(type, ({ outcome }) => events.push(type + ' ' + JSON.stringify(outcome)));
  const pin = document.createElement('set-card-pin');
  document.body.append(pin);
  Object.assign(pin, { endpoint: '${servers.endpoint}', cardId: '${id}', clientToken: '${token}' });
</script>`,
    });
    const page = await browser().newPage();
    await page.goto(servers.portal.origin + path);
    const newEvents = () => page.evaluate(() => globalThis.events.splice(0));

    await waitForText(page, 'This form didn’t load.');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PIN);
    const outcome = await page.evaluate(() => document.querySelector('set-card-pin')!.submit());
    assert.equal(outcome.kind, 'misconfigured');
    const seen = await newEvents();
    assert.equal(seen.length, 2);
    for (const event of seen) assert.match(event, /^pin-error .*"misconfigured".*is missing/);

    await page.evaluate((frameSrc) => {
      Object.assign(document.querySelector('set-card-pin')!, { frameSrc });
    }, servers.frameFolder().url);
    await page.waitForFunction(() => globalThis.events.length > 0);
    await page.evaluate(() => document.querySelector('set-card-pin')!.focus());
    await waitForFocus({ frame: page.frames()[1] });
    await typePinTwice(page, PIN);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => globalThis.events.length > 1);
    assert.match((await newEvents()).join(), /^pin-ready[^,]*,pin-set[^,]*$/);
    await page.close();
  });
});
