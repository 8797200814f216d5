import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import type { RunningEngine } from '../../tools/browsers/engines/engine.js';
import { findFirefox } from '../../tools/browsers/engines/find-firefox.js';
import { firefox, runInParentProcess } from '../../tools/browsers/engines/firefox.js';
import { Servers } from '../leaks/servers.js';
import { until } from '../support/until.js';

const PIN = '4826';

/** Milliseconds for a test. Without a limit, a failing test could wait forever. */
const LIMIT = { timeout: 60_000 };

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
declare const ChromeUtils: {
  importESModule(address: string): {
    readonly NavigableManager: {
      getBrowsingContextById(id: string): {
        readonly embedderElement: { readonly messageManager: PageMessages };
      };
    };
  };
};
interface PageMessages {
  addMessageListener(name: string, listener: (message: { readonly data: string }) => void): void;
  loadFrameScript(address: string, later: boolean): void;
}
/** What the functions below keep there. */
declare let offered: string[];

/** Makes Firefox fill and save passwords as on a page with `https:`, and records its offers. */
function managePasswords(): string {
  for (const name of ['autofillForms', 'autofillForms.http', 'rememberSignons'])
    Services.prefs.setBoolPref(`signon.${name}`, true);
  offered = [];
  Services.obs.addObserver((login) => {
    // One that counts as dismissed is only a key in the address bar. Firefox shows it as soon as
    // anything is typed into a password field.
    if (!PopupNotifications.getNotification('password').dismissed)
      offered.push(login.QueryInterface(Ci.nsILoginInfo).password);
  }, 'passwordmgr-prompt-save');
  return '';
}

const offeredPasswords = (): string => offered.join();

async function saveLogin(_pageId: string, origin: string): Promise<string> {
  const login = Cc['@mozilla.org/login-manager/loginInfo;1']!.createInstance(Ci.nsILoginInfo);
  login.init(origin, '', null, 'anna', 'Sommer2024!', '', '');
  await Services.logins.addLoginAsync(login);
  return '';
}

/** Runs a script in the content process, where closed roots are open, until it sends its values. */
function valuesInContentProcess(pageId: string, script: string): Promise<string> {
  const { NavigableManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  );
  const { messageManager } = NavigableManager.getBrowsingContextById(pageId).embedderElement;
  return new Promise((resolve) => {
    messageManager.addMessageListener('values', ({ data }) => resolve(data));
    messageManager.loadFrameScript(
      `data:application/javascript,${encodeURIComponent(script)}`,
      false,
    );
  });
}

const SEND_VALUES = `sendAsyncMessage('values', [...content.document.querySelectorAll('set-card-pin')]
  .flatMap((element) => [...element.openOrClosedShadowRoot.querySelectorAll('input')])
  .map(({ value }) => '[' + value + ']').join(''))`;

const program = findFirefox();
if (program === undefined)
  assert.ok(!process.env.CI, 'Firefox is missing: install it, or set FIREFOX_PATH.');

describe('Firefox’s password manager', { skip: program === undefined }, () => {
  let servers: Servers;
  let engine: RunningEngine;
  let page: ReturnType<ChromeLauncher['getPage']>;
  before(async () => {
    servers = await Servers.start();
    engine = firefox(program!);
    const launcher = engine.launcher as ChromeLauncher;
    await launcher.startSession('portal', 'about:blank');
    page = launcher.getPage('portal');
    await runInParentProcess(page, managePasswords);
  });
  after(async () => {
    await engine.launcher.stop?.();
    await servers.close();
  });

  /** Opens a page with the element, and waits until it is ready. */
  const open = async (behaviour: SandboxBehaviour, attributes: string): Promise<void> => {
    const { id, token } = await servers.newCard(behaviour);
    const path = servers.newPath();
    servers.portal.answers.set(path, {
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>
<script>const [ready, ended] = [['pin-ready'], ['pin-set', 'pin-error']].map((types) =>
  new Promise((resolve) => types.forEach((type) => addEventListener(type, () => resolve(type)))))</script>
<script src="/set-card-pin.js"></script>
<set-card-pin id="pin" endpoint="${servers.endpoint}" card-id="${id}" client-token="${token}" ${attributes}></set-card-pin></html>`,
    });
    await page.goto(servers.portal.origin + path);
    await page.evaluate('ready');
  };

  /** Types the PIN twice and submits it. Returns the type of the event at the end. */
  const submit = async (...keys: readonly ('Enter' | 'Tab' | ' ')[]): Promise<unknown> => {
    await page.evaluate('pin.focus()');
    const frame = page.frames().find((each) => each.url().startsWith(servers.frame.origin));
    await frame?.waitForFunction('document.hasFocus() && document.body.matches(":focus-within")');
    await page.keyboard.type(PIN);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PIN);
    for (const key of keys) await page.keyboard.press(key);
    return page.evaluate('ended');
  };

  /** Adds markup to the page, with a password field whose id is `own`. */
  const add = (markup: string): Promise<void> =>
    page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), markup);

  for (const mode of ['inline', 'isolated'] as const)
    for (const [way, ...keys] of [
      ['with Enter', 'Enter'],
      ['with the button', 'Tab', 'Tab', ' '],
    ] as const)
      it(`makes no offer to save a PIN that is set ${way}, ${mode}`, LIMIT, async () => {
        await open('accepted', mode === 'inline' ? '' : `frame-src="${servers.frameFolder().url}"`);
        assert.equal(await submit(...keys), 'pin-set');
        // It does make one after a form of the page.
        const password = `${mode} ${way}`;
        await add('<form onsubmit="return false"><input id="own" type="password"></form>');
        await page.focus('#own');
        await page.keyboard.type(password);
        await page.keyboard.press('Enter');
        let passwords: readonly string[] = [];
        await until('Firefox offers to save the password of the page', async () => {
          passwords = (await runInParentProcess(page, offeredPasswords)).split(',');
          return passwords.includes(password);
        });
        assert.ok(!passwords.includes(PIN), passwords.join());
      });

  describe('with a saved login', () => {
    before(() => runInParentProcess(page, saveLogin, servers.portal.origin));

    for (const [when, attributes, act] of [
      ['when the page loads', ''],
      ['if it is the only one', 'no-confirm'],
      ['after a refusal', '', () => submit('Enter')],
      ['after a reset', '', () => page.evaluate('pin.reset()')],
      ['of an element that is added later', '', () => page.evaluate('pin.after(pin.cloneNode())')],
    ] as readonly (readonly [string, string, (() => Promise<unknown>)?])[])
      it(`leaves the new PIN empty ${when}`, LIMIT, async () => {
        await open('weak-pin', attributes);
        await act?.();
        // It does fill a field of the page, and those of a form even sooner.
        await add('<input id="own" type="password">');
        await page.waitForFunction('own.value !== ""');
        const values = await runInParentProcess(page, valuesInContentProcess, SEND_VALUES);
        assert.match(values, /^(\[\])+$/);
      });
  });
});
