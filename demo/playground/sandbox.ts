/**
 * The routes of the sandbox's control interface that the playground uses.
 */
import type { CardState } from '../../src/node/sandbox/cards.js';
import type { LoggedRequest } from '../../src/node/sandbox/log.js';

// The network hook of the page doesn't see these requests: a portal would not send them.
const fetchUnseen = window.fetch.bind(window);

/**
 * Follows the requests to the sandbox.
 *
 * @param control - The base URL of the control interface.
 * @param onRequest - Called for each request, with PINs and credentials masked.
 * @param onConnectedChange - Called each time the connection opens or breaks.
 */
export function followRequests(
  control: string,
  onRequest: (request: LoggedRequest) => void,
  onConnectedChange: (isConnected: boolean) => void,
): void {
  const stream = new EventSource(`${control}/requests/stream`);
  stream.onopen = () => onConnectedChange(true);
  stream.onerror = () => onConnectedChange(false);
  stream.onmessage = ({ data }: MessageEvent<string>) =>
    onRequest(JSON.parse(data) as LoggedRequest);
}

/** Returns the state of a card at the service. Rejects if the sandbox is not running. */
export async function fetchCard(control: string, id: string): Promise<CardState> {
  return (await (await fetchUnseen(`${control}/cards/${id}`)).json()) as CardState;
}
