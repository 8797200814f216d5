/** Where the playground finds the service; its server tells it at `/playground/service.json`. */
export interface ServiceAddresses {
  /** The sandbox's GraphQL endpoint. */
  readonly endpoint: string;
  /** What the routes of the sandbox's control interface begin with. */
  readonly control: string;
  /** The frame page of isolated mode, on another origin: what `frame-src` has to be. */
  readonly frame: string;
}

/** Asks the playground's server. Rejects when that has gone away. */
export async function fetchServiceAddresses(): Promise<ServiceAddresses> {
  const response = await fetch('/playground/service.json');
  if (!response.ok) throw new Error(`No addresses: ${response.status}`);
  return (await response.json()) as ServiceAddresses;
}
