/** The sandbox's addresses. The playground's server sends them at `/playground/service.json`. */
export interface ServiceAddresses {
  /** The sandbox's GraphQL endpoint. */
  readonly endpoint: string;
  /** The base URL of the sandbox's control interface. */
  readonly control: string;
  /**
   * The address of isolated mode's frame page, on another origin: the value for `frame-src`. Empty
   * if there isn't one.
   */
  readonly frame: string;
}

/** Fetches the addresses. Rejects if the playground's server is not running. */
export async function fetchServiceAddresses(): Promise<ServiceAddresses> {
  const response = await fetch('/playground/service.json');
  if (!response.ok) throw new Error(`No addresses: ${response.status}`);
  return (await response.json()) as ServiceAddresses;
}
