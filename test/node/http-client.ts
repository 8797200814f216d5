import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';

/**
 * Sends a request and waits for the head of the response. Unlike `fetch`, it allows any `Host`, and
 * does not give up on a slow connection.
 */
export async function send(
  url: string,
  options: RequestOptions = {},
  body = '',
): Promise<IncomingMessage> {
  const request = httpRequest(url, options).end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

export async function statusOf(url: string, options: RequestOptions = {}): Promise<number> {
  return (await send(url, options)).resume().statusCode ?? 0;
}
