/**
 * A cardholder on a page of the portal. Uses keyboard and pointer, and reads the accessibility
 * tree.
 */
import type { Browser, Page } from 'playwright-core';

/** Milliseconds for each step. */
const TIMEOUT = 20_000;

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

  static async signIn(browser: Browser, url: string): Promise<Cardholder> {
    const context = await browser.newContext();
    context.setDefaultTimeout(TIMEOUT);
    // The events bubble, so a listener on the window gets them all.
    await context.addInitScript((names: readonly string[]) => {
      const received: string[] = [];
      for (const name of names) addEventListener(name, () => received.push(name));
      Object.assign(globalThis, { received });
    }, EVENTS);
    const cardholder = new Cardholder(await context.newPage());
    await cardholder.page.goto(url);
    await cardholder.page.getByRole('heading', { name: 'Your cards' }).waitFor();
    return cardholder;
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }

  /** Returns and clears the warnings and errors on the console and the thrown errors. */
  takeNoise(): readonly string[] {
    return this.#noise.splice(0);
  }

  /** Opens the page of a card, and waits until the element is ready. */
  async openCard(last4: string): Promise<void> {
    await this.page.getByRole('link', { name: `ending ${last4}` }).click();
    await this.page.getByRole('heading', { name: `Debit card ending ${last4}` }).waitFor();
    await this.waitForEvent('pin-ready');
  }

  /** Types a PIN into both fields, and presses Enter. */
  async setPin(pin: string): Promise<void> {
    await this.typeNewPin(pin);
    await this.confirm(pin);
  }

  /** Types a PIN into the first field, replacing its content. */
  async typeNewPin(pin: string): Promise<void> {
    await this.page.locator('set-card-pin').focus();
    await this.#type(pin);
  }

  /** Moves from the first field to the second, types the PIN and presses Enter. */
  async confirm(pin: string): Promise<void> {
    await this.page.keyboard.press('Tab');
    await this.#type(pin);
    await this.page.keyboard.press('Enter');
  }

  async #type(pin: string): Promise<void> {
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(pin);
  }

  /** Waits until the element has dispatched an event since the page was opened. */
  async waitForEvent(event: string): Promise<void> {
    await this.page.waitForFunction(
      (name) => (globalThis as unknown as { received: string[] }).received.includes(name),
      event,
    );
  }

  /** Counts the events of a type since the page was opened. */
  countEvents(event: string): Promise<number> {
    return this.page.evaluate(
      (name) =>
        (globalThis as unknown as { received: string[] }).received.filter((each) => each === name)
          .length,
      event,
    );
  }
}
