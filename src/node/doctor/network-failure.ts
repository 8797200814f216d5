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
    /^(E(HOST|NET)UNREACH|ENETDOWN)$/,
    'The network has no route to the endpoint’s host.',
    'Check this machine’s network, and any firewall or VPN in between.',
  ],
  [
    /^ERR_SSL_\w*(ALERT|UNSUPPORTED_PROTOCOL)/,
    'The server and this machine can’t agree on how to use TLS.',
    'Ask the operator which TLS versions the server accepts, and whether it asks for a client certificate. Browsers need at least TLS 1.2, and cardholders have no certificate.',
  ],
  [
    /^(EPROTO|ERR_SSL_\w+)$/,
    'The server at the endpoint’s address does not speak TLS.',
    'Check the port: it may serve plain http.',
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    'The certificate of the endpoint’s host has expired, so nothing was sent.',
    'Check this machine’s clock. If it is right, tell the operator: browsers refuse the certificate too.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'The certificate at the endpoint’s address is for another host name, so nothing was sent.',
    'Check the host name, and look for a captive portal in between. Browsers refuse such a certificate too.',
  ],
  [
    /^(CERT_\w+|ERR_TLS_\w+|UNABLE_TO_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+)$/,
    'The certificate of the endpoint’s host is not trusted, so nothing was sent.',
    'Check the host name. Browsers refuse such a certificate too. If it belongs to your company’s proxy, add it with NODE_EXTRA_CA_CERTS.',
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'The connection was cut before the whole answer arrived.',
    'Try again. If it keeps failing, ask the operator of the service or of the network in between.',
  ],
  [
    /^HPE_\w+$/,
    'The server at the endpoint’s address does not speak HTTP.',
    'Check the host and the port. The port may expect https.',
  ],
];

/** Returns the problem for an error of `fetch`. */
export function failureOf(error: unknown, url: URL, timedOut: boolean, timeLimit: number): Problem {
  const { code: cause } = ((error as Error).cause ?? error) as { code?: unknown };
  // A DOMException has a number.
  const code = typeof cause === 'string' ? cause : '';
  const [, text, advice] =
    timedOut || /TIMEDOUT|TIMEOUT/.test(code)
      ? [
          undefined,
          `No complete answer arrived within ${timeLimit} s.`,
          'Check the address and the network, or raise the limit with --timeout.',
        ]
      : (FAILURES.find(([pattern]) => pattern.test(code)) ?? [
          undefined,
          `The request failed${code && ` (${code})`}.`,
          'Check the address and the network.',
        ]);
  return new Problem(text, advice + proxyAdvice(url), { reached: false });
}

/** The versions of Node whose `fetch` can use the proxy of the environment. */
const KNOWS_PROXY = /^(22\.(2[1-9]|[3-9]\d)|2[4-9]|[3-9]\d)\./;

/** Says whether `fetch` uses the proxy of the environment, if there is one. */
function proxyAdvice(url: URL): string {
  const name = ['https_proxy', 'HTTPS_PROXY'].find((each) => process.env[each]);
  if (name === undefined || isLoopback(url)) return '';
  const { NODE_USE_ENV_PROXY, NODE_OPTIONS = '' } = process.env;
  const isAsked = NODE_USE_ENV_PROXY === '1' || NODE_OPTIONS.includes('--use-env-proxy');
  const version = process.versions.node;
  if (isAsked && KNOWS_PROXY.test(version)) return ` Check the proxy in ${name} too.`;
  return (
    ` ${name} is set, but Node ignores it by default. To use the proxy, run this with ` +
    `NODE_USE_ENV_PROXY=1 and Node 24, or 22.21 or later; this is Node ${version}.`
  );
}
