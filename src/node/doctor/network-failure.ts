import type { FindingCode } from './finding.js';
import { ServiceError } from './service-error.js';

/** Codes, texts and advice for the error codes of Node. The first match counts. */
const FAILURES: readonly [pattern: RegExp, code: FindingCode, text: string, advice: string][] = [
  [
    /^ECONNREFUSED$/,
    'connection-refused',
    'Nothing listens at the endpoint’s address.',
    'Check the host and the port. If you mean the sandbox, start it: npx set-card-pin sandbox',
  ],
  [
    /^(ENOTFOUND|EAI_\w+)$/,
    'host-unknown',
    'The endpoint’s host name can’t be resolved.',
    'Check its spelling, and this machine’s DNS settings.',
  ],
  [
    /^(E(HOST|NET)UNREACH|ENETDOWN)$/,
    'no-route',
    'The network has no route to the endpoint’s host.',
    'Check this machine’s network, and any firewall or VPN in between.',
  ],
  [
    /^ERR_SSL_\w*(ALERT|UNSUPPORTED_PROTOCOL)/,
    'tls-refused',
    'The server and this machine can’t agree on how to use TLS.',
    'Ask the operator which TLS versions the server accepts, and whether it asks for a client certificate. Browsers need at least TLS 1.2, and cardholders have no certificate.',
  ],
  [
    /^(EPROTO|ERR_SSL_\w+)$/,
    'no-tls',
    'The server at the endpoint’s address does not speak TLS.',
    'Check the port: it may serve plain http.',
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    'certificate-refused',
    'The certificate of the endpoint’s host has expired, so nothing was sent.',
    'Check this machine’s clock. If it is right, tell the operator: browsers refuse the certificate too.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'certificate-refused',
    'The certificate at the endpoint’s address is for another host name, so nothing was sent.',
    'Check the host name, and look for a captive portal in between. Browsers refuse such a certificate too.',
  ],
  [
    /^(CERT_\w+|ERR_TLS_\w+|UNABLE_TO_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+)$/,
    'certificate-refused',
    'The certificate of the endpoint’s host is not trusted, so nothing was sent.',
    'Check the host name. Browsers refuse such a certificate too. If it belongs to your company’s proxy, add it with NODE_EXTRA_CA_CERTS.',
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'connection-cut',
    'The connection was cut before the whole answer arrived.',
    'Try again. If it keeps failing, ask the operator of the service or of the network in between.',
  ],
  [
    /^HPE_\w+$/,
    'no-http',
    'The server at the endpoint’s address does not speak HTTP.',
    'Check the host and the port. The port may expect https.',
  ],
];

/** Explains an error of `fetch`. */
export function describeFailure(
  error: unknown,
  timedOut: boolean,
  timeLimit: number,
): ServiceError {
  const reached = false;
  const nodeCode = codeOf(error);
  if (timedOut || /TIMEDOUT|TIMEOUT/.test(nodeCode)) {
    return new ServiceError(
      'timeout',
      `No complete answer arrived within ${timeLimit} s.`,
      'Check the address and the network, or raise the limit with --timeout.',
      { reached },
    );
  }
  const [, code, text, advice] = FAILURES.find(([pattern]) => pattern.test(nodeCode)) ?? [
    undefined,
    'request-failed' as const,
    `The request failed${nodeCode && ` (${nodeCode})`}.`,
    'Check the address and the network.',
  ];
  return new ServiceError(code, text, advice, { reached });
}

/** Returns Node's error code, which is in the cause of the error that `fetch` throws. */
function codeOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
}
