/** The password managers of Firefox and Chromium. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import { chromium } from 'playwright-core';
import type { RunningEngine } from '../../tools/browsers/engines/engine.js';
import { findFirefox } from '../../tools/browsers/engines/find-program.js';
import { firefox, runInParentProcess } from '../../tools/browsers/engines/firefox.js';
import { findInstalledBrowser } from '../../tools/browsers/find-browser.js';
import { browserFlags } from '../../tools/browsers/launch-browser.js';
import { SCRIPTS, Servers, type ElementOptions } from '../leaks/servers.js';
import { elementScript } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { until } from '../support/until.js';

const PIN = '4826';

/** Milliseconds for a suite. */
const timeout = 300_000;

/** Globals of Firefox's window, in its parent process. */
interface Login {
  readonly password: string;
  init(...properties: readonly (string | null)[]): void;
  QueryInterface(type: unknown): Login;
}
declare const Ci: { readonly nsILoginInfo: unknown };
declare const Cc: Record<string, { createInstance(type: unknown): Login }>;
declare const PopupNotifications: {
  getNotification(id: string): { readonly dismissed: boolean };
};
declare const Services: {
  readonly prefs: { setBoolPref(name: string, value: boolean): void };
  readonly logins: { addLoginAsync(login: Login): Promise<void> };
  readonly obs: { addObserver(observe: (login: Login) => void, topic: string): void };
};
declare let offered: string[];

/** Makes Firefox fill and save passwords as on a page with `https:`, and records its offers. */
function managePasswords(): string {
  for (const name of ['autofillForms', 'autofillForms.http', 'rememberSignons'])
    Services.prefs.setBoolPref(`signon.${name}`, true);
  offered = [];
  Services.obs.addObserver((login) => {
    // A dismissed offer is only a key icon in the address bar. Firefox shows it as soon as anything
    // is typed into a password field.
    if (!PopupNotifications.getNotification('password').dismissed)
      offered.push(login.QueryInterface(Ci.nsILoginInfo).password);
  }, 'passwordmgr-prompt-save');
  return '';
}

async function saveLogin(_pageId: string, origin: string): Promise<string> {
  const login = Cc['@mozilla.org/login-manager/loginInfo;1']!.createInstance(Ci.nsILoginInfo);
  login.init(origin, '', null, 'anna', 'Sommer2024!', '', '');
  await Services.logins.addLoginAsync(login);
  return '';
}

let servers: Servers;
before(async () => {
  servers = await Servers.start();
});
after(() => servers.close());

/** Publishes a page with the element, and returns its address. */
async function publish(
  mode: keyof typeof SCRIPTS,
  { script = SCRIPTS[mode], ...options }: ElementOptions & { readonly script?: string } = {},
): Promise<string> {
  const { token, markup } = await servers.newElement(mode, options);
  const path = servers.newPage(`<!doctype html><meta charset="utf-8"><title>A portal</title>
<script>const [ready, ended] = [['pin-ready'], ['pin-set', 'pin-error']].map((types) =>
  new Promise((resolve) => types.forEach((type) => addEventListener(type, () => resolve(type)))))</script>
<script src="${script}"></script>${markup}
<script>const pin = document.querySelector('set-card-pin'); pin.clientToken = '${token}'</script>`);
  return servers.portal.origin + path;
}

const program = findFirefox();
if (program === undefined)
  assert.ok(!process.env.CI, 'Firefox is missing: install it, or set FIREFOX_PATH.');

describe('Firefox’s password manager', { timeout, skip: program === undefined }, () => {
  let engine: RunningEngine;
  let page: ReturnType<ChromeLauncher['getPage']>;
  before(async () => {
    engine = firefox(program!);
    const launcher = engine.launcher as ChromeLauncher;
    await launcher.startSession('portal', 'about:blank');
    page = launcher.getPage('portal');
    await runInParentProcess(page, managePasswords);
  });
  after(() => engine.launcher.stop?.());

  const open = async (...args: Parameters<typeof publish>): Promise<void> => {
    await page.goto(await publish(...args));
    await page.evaluate('ready');
  };

  /** Types the PIN twice and presses Enter. Returns the type of the event at the end. */
  const submit = async (): Promise<unknown> => {
    await page.evaluate('pin.focus()');
    const frame = page.frames().find((each) => each.url().startsWith(servers.frame.origin));
    await frame?.waitForFunction('document.hasFocus() && document.body.matches(":focus-within")');
    await page.keyboard.type(PIN);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PIN);
    await page.keyboard.press('Enter');
    return page.evaluate('ended');
  };

  /** Adds markup to the page, with a password field whose id is `own`. */
  const add = (markup: string): Promise<void> =>
    page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), markup);

  for (const mode of ['inline', 'isolated'] as const)
    it(`doesn’t offer to save a PIN that is set in ${mode} mode`, async () => {
      await open(mode);
      assert.equal(await submit(), 'pin-set');
      // Firefox does offer to save a password from the page's own form.
      const password = `of the page ${mode}`;
      await add('<form onsubmit="return false"><input id="own" type="password"></form>');
      await page.focus('#own');
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      let passwords: readonly string[] = [];
      await until('Firefox offers to save the password of the page', async () => {
        passwords = (await runInParentProcess(page, () => offered.join())).split(',');
        return passwords.includes(password);
      });
      assert.ok(!passwords.includes(PIN), passwords.join());
    });

  it('leaves the new PIN empty if there is a saved login, even without a confirmation, after a rejection or in an element that is added later', async () => {
    await runInParentProcess(page, saveLogin, servers.portal.origin);
    /** Expects that the new PIN stays empty while Firefox fills a field in the page. */
    const expectEmpty = async () => {
      // Firefox fills a field in a form even sooner.
      await add('<input id="own" type="password">');
      await page.waitForFunction('own.value !== ""');
      const filled = 'document.querySelector("set-card-pin:not(:state(empty))")';
      assert.equal(await page.evaluate(filled), null);
      await page.evaluate('own.remove()');
    };
    await open('inline', { attributes: 'no-confirm' });
    await expectEmpty();
    await open('inline', { behaviour: 'weak-pin' });
    await expectEmpty();
    await submit();
    await expectEmpty();
    await page.evaluate('pin.after(pin.cloneNode())');
    await expectEmpty();
  });
});

describe('Chromium’s password manager', { timeout }, () => {
  /** Sets a PIN in a new browser. Returns a function that tells if there was an offer. */
  const setPin = async (context: TestContext, address: string): Promise<() => Promise<boolean>> => {
    const folder = await mkdtemp(join(tmpdir(), 'save-prompt-'));
    const browser = await chromium.launchPersistentContext(folder, {
      executablePath: await findInstalledBrowser(),
      // Unlike the headless shell, this browser has a password manager. An automated browser
      // doesn't offer to save passwords.
      headless: false,
      args: [...browserFlags, '--headless=new', '--password-store=basic'],
      ignoreDefaultArgs: ['--enable-automation'],
    });
    context.after(async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    const page = await browser.newPage();
    await page.goto(address);
    await page.evaluate('pin.focus()');
    await typePinTwice(page, PIN);
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('ended'), 'pin-set');
    // Chromium offers to save a password when a request succeeds after the fields are gone.
    await page.evaluate("fetch('/set-card-pin.js').then((answer) => answer.text())");
    const protocol = await browser.newCDPSession(page);
    return async () => {
      const query = 'PasswordBubble.DisplayDisposition';
      const { histograms } = await protocol.send('Browser.getHistograms', { query });
      return histograms.length > 0;
    };
  };

  it('doesn’t offer to save a new PIN, unless the fields have other names', async (context) => {
    const renamed = (await elementScript()).replace(/(?<!set-)card-pin-(?=\$)/g, 'secret-');
    servers.portal.answers.set('/renamed.js', { body: renamed });
    const hasOffer = await setPin(context, await publish('inline'));
    const control = await publish('inline', { script: '/renamed.js' });
    const controlHasOffer = await setPin(context, control);
    // The control's PIN was set later, so an offer in the other browser would be there by then.
    await until('there is an offer', controlHasOffer);
    assert.equal(await hasOffer(), false);
  });
});
