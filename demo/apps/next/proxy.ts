import { NextResponse, type NextRequest } from 'next/server';
import { accountOf } from './account';

/** Sends pages with a policy. Next.js writes its nonce into the page's scripts. */
export function proxy(request: NextRequest): NextResponse {
  const { endpoint } = accountOf(request.headers);
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${crypto.randomUUID()}'`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${new URL(endpoint).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = new Headers(request.headers);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

export const config = { matcher: ['/cards', '/cards/:cardId'] };
