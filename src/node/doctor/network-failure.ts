/** Explains the errors of `fetch`. */
import { isLoopback } from '../../address.js';
import { Problem } from './finding.js';

/** Texts and advice for the error codes of Node. The first match counts. */
const FAILURES: readonly [pattern: RegExp, text: string, advice: string][] = [
  [
    /^ECONNREFUSED$/,
    'Nothing listens at the endpoint’s address.',
    'Check the host and the port. If you mean the sandbox, start it: npx set-card-pin sandbox',
  ],
  [
    /^(ENOTFOUND|EAI_\w+)$/,
    'The endpoint’s host name can’t be resolved.',
    'Check its spelling, and this machine’s DNS settings.',
  ],
  [
    /^(EPROTO|ERR_SSL_\w+|HPE_\w+)$/,
    'The server at the endpoint’s address speaks another protocol, or no version of TLS in common.',
    'Check the host, the port, and https: or http:. Browsers need at least TLS 1.2.',
  ],
  [
    /^(CERT_\w+|ERR_TLS_\w+|UNABLE_TO_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+)$/,
    'The certificate of the endpoint’s host is not valid, so nothing was sent.',
    'Check the host name and this machine’s clock. Browsers refuse such a certificate too. If it belongs to your company’s proxy, add it with NODE_EXTRA_CA_CERTS.',
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'The connection was cut before the whole answer arrived.',
    'Try again. If it keeps failing, ask the operator of the service or of the network in between.',
  ],
];

const PROXY =
  ' HTTPS_PROXY is set: Node uses it only with NODE_USE_ENV_PROXY=1, and from version 24 or 22.21 on.';

/** Returns the problem for an error of `fetch`. */
export function failureOf(error: unknown, url: URL, timedOut: boolean, timeLimit: number): Problem {
  const { code: cause } = ((error as Error).cause ?? error) as { code?: unknown };
  // A DOMException has a number.
  const code = typeof cause === 'string' ? cause : '';
  let text = `The request failed${code && ` (${code})`}.`;
  let advice = 'Check the address and the network.';
  if (timedOut || /TIMEDOUT|TIMEOUT/.test(code)) {
    text = `No complete answer arrived within ${timeLimit} s.`;
    advice = 'Check the address and the network.';
  } else {
    [, text, advice] = FAILURES.find(([pattern]) => pattern.test(code)) ?? ['', text, advice];
  }
  const { https_proxy, HTTPS_PROXY } = process.env;
  const hint = (https_proxy || HTTPS_PROXY) && !isLoopback(url) ? PROXY : '';
  return new Problem(text, advice + hint, { reached: false });
}
