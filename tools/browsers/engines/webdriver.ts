/** Client for W3C WebDriver, with the commands that the tests need to drive WebKitGTK. */

/** Actions of the keyboard or the mouse, in order. */
export interface Actions {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly actions: readonly object[];
}

/** An error that the driver reports. */
export class WebDriverError extends Error {
  override readonly name = 'WebDriverError';
}

/** A session with one browser window. */
export class WebDriverSession {
  readonly #address: string;

  private constructor(address: string) {
    this.#address = address;
  }

  /**
   * Starts a browser.
   *
   * @param driver - Address of the browser's driver.
   */
  static async start(driver: string, capabilities: object): Promise<WebDriverSession> {
    const { sessionId } = await ask<{ sessionId: string }>(`${driver}/session`, 'POST', {
      capabilities: { alwaysMatch: capabilities },
    });
    return new WebDriverSession(`${driver}/session/${sessionId}`);
  }

  async open(url: string): Promise<void> {
    await this.#post('url', { url });
  }

  async act(...actions: readonly Actions[]): Promise<void> {
    await this.#post('actions', { actions });
  }

  /** Runs a script in the page, as the body of a function. */
  run<T>(script: string): Promise<T> {
    return this.#post('execute/sync', { script, args: [] });
  }

  #post<T>(command: string, body: object): Promise<T> {
    return ask(`${this.#address}/${command}`, 'POST', body);
  }
}

async function ask<T>(url: string, method: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new WebDriverError(`${method} ${url}: ${value.error}. ${value.message}`);
  return value;
}
