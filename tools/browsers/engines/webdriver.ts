/** Client for W3C WebDriver, by which the tests drive WebKitGTK. */

/** An error that the driver reports. */
export class WebDriverError extends Error {
  override readonly name = 'WebDriverError';
}

/** Sends a command to one browser window, and returns its result. */
export type WebDriverSession = <T>(command: string, body: object) => Promise<T>;

/**
 * Starts a browser.
 *
 * @param driver - Address of the browser's driver.
 */
export async function startSession(
  driver: string,
  capabilities: object,
): Promise<WebDriverSession> {
  const { sessionId } = await post<{ readonly sessionId: string }>(`${driver}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });
  return (command, body) => post(`${driver}/session/${sessionId}/${command}`, body);
}

async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new WebDriverError(`${url}: ${value.error}. ${value.message}`);
  return value;
}
