import { AngularNodeAppEngine, writeResponseToNodeResponse } from '@angular/ssr/node';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from './app/account';

const engine = new AngularNodeAppEngine();

/** Sends the page, with a policy. The portal's server calls it. */
export async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await engine.handle(request);
  if (page === null) {
    response.writeHead(404).end();
    return;
  }
  const { endpoint } = JSON.parse(
    decodeURIComponent(String(request.headers['x-account'])),
  ) as Account;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${new URL(endpoint).origin}`,
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types angular lit-html',
  ];
  response.setHeader('Content-Security-Policy', policy.join('; '));
  await writeResponseToNodeResponse(page, response);
}
