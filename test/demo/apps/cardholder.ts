/** A cardholder at a page of the portal: by keyboard and pointer, and by what assistive technology is told. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';

/** Milliseconds after which what a cardholder waits for has failed to come. */
const PATIENCE = 20_000;

const EVENTS = ['pin-ready', 'pin-change', 'pin-set', 'pin-error', 'token-expired'];

export class Cardholder {
  readonly page: Page;
  readonly #noise: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      const type = message.type();
      if (type === 'warning' || type === 'error') this.#noise.push(`${type}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#noise.push(String(error)));
  }

  /** Signs in. */
  static async signIn(browser: Browser, url: string): Promise<Cardholder> {
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE);
    // The events bubble, so the window hears them all.
    await context.addInitScript((names: readonly string[]) => {
      const told: string[] = [];
      for (const name of names) addEventListener(name, () => told.push(name));
      Object.assign(globalThis, { told });
    }, EVENTS);
    const cardholder = new Cardholder(await context.newPage());
    await cardholder.page.goto(url);
    await cardholder.page.getByRole('button', { name: 'Sign in' }).click();
    await cardholder.page.getByRole('heading', { name: 'Your cards' }).waitFor();
    return cardholder;
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }

  /** What was complained of since this was asked last: on the console, or thrown. */
  takeNoise(): readonly string[] {
    return this.#noise.splice(0);
  }

  /** Opens the page of a card, and waits until the fields can be used. */
  async choose(last4: string): Promise<void> {
    await this.page.getByRole('link', { name: `ending ${last4}` }).click();
    await this.page.getByRole('heading', { name: `Debit card ending ${last4}` }).waitFor();
    await this.hears('pin-ready');
  }

  /** Types a PIN into both fields, and sends it by Enter. */
  async setPin(pin: string): Promise<void> {
    await this.typeNewPin(pin);
    await this.confirm(pin);
  }

  /** Types it into the first field, over what is there. */
  async typeNewPin(pin: string): Promise<void> {
    await this.page.locator('set-card-pin').focus();
    await this.#type(pin);
  }

  /** Goes from the first field to the second, past the button that shows the PIN. */
  async confirm(pin: string): Promise<void> {
    await this.page.keyboard.press('Tab');
    await this.page.keyboard.press('Tab');
    await this.#type(pin);
    await this.page.keyboard.press('Enter');
  }

  async #type(pin: string): Promise<void> {
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(pin);
  }

  /** Waits until the element has told an event since the page was opened. */
  async hears(event: string): Promise<void> {
    await this.page.waitForFunction(
      (name) => (globalThis as unknown as { told: string[] }).told.includes(name),
      event,
    );
  }

  /** How often the element has told an event since the page was opened. */
  count(event: string): Promise<number> {
    return this.page.evaluate(
      (name) =>
        (globalThis as unknown as { told: string[] }).told.filter((each) => each === name).length,
      event,
    );
  }

  /** Waits until a text can be read in the page, be it in the element's closed root. */
  async reads(text: string): Promise<void> {
    const protocol = await this.page.context().newCDPSession(this.page);
    const until = Date.now() + PATIENCE;
    for (;;) {
      const { nodes } = await protocol.send('Accessibility.getFullAXTree');
      const names = nodes.filter(({ ignored }) => !ignored).map(({ name }) => String(name?.value));
      if (names.some((name) => name.includes(text))) break;
      assert.ok(Date.now() < until, `${text}\nis not among:\n${names.join('\n')}`);
    }
    await protocol.detach();
  }
}
