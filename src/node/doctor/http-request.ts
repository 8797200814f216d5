/** Sends HTTP requests, and explains failures to a person. */

/** A complete HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Milliseconds since 1970 on this machine's clock. */
  readonly receivedAt: number;
}

/**
 * A failure to reach the service, or an unusable answer. The message and the advice are safe to
 * print: they contain nothing that was sent, and no unchecked text of the service.
 */
export class ServiceError extends Error {
  readonly advice: string;
  /** True if there was an answer, even if a server in between sent it. */
  readonly reached: boolean;

  constructor(text: string, advice: string, { reached }: { reached: boolean }) {
    super(text);
    this.advice = advice;
    this.reached = reached;
  }
}

/** The longest answer, in bytes: enough for the schema of a large service. */
const MAX_BODY = 1_048_576;

/**
 * Sends a request and reads the whole answer within the time limit. Doesn't follow redirects.
 *
 * @param timeLimit - in seconds
 * @throws {ServiceError}
 */
export async function sendRequest(url: URL, init: RequestInit, timeLimit: number): Promise<Answer> {
  const signal = AbortSignal.timeout(timeLimit * 1000);
  try {
    // A redirect could send the API key to another server.
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const text = await readText(response);
    return {
      status: response.status,
      headers: response.headers,
      text,
      receivedAt: Date.now(),
    };
  } catch (error) {
    throw error instanceof ServiceError ? error : describeFailure(error, signal.aborted, timeLimit);
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Throwing inside the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY) {
      throw new ServiceError(
        'The answer is larger than 1 MiB and was not read.',
        'Check that the address is the service’s GraphQL endpoint.',
        { reached: true },
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Texts and advice for the error codes of Node. */
const FAILURES: readonly [code: RegExp, text: string, advice: string][] = [
  [
    /^ECONNREFUSED$/,
    'Nothing listens at the endpoint’s address.',
    'Check the host and the port. If you mean the sandbox, start it: npm run sandbox',
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
    /^(EPROTO|ERR_SSL_\w+)$/,
    'The server at the endpoint’s address does not speak TLS.',
    'Check the port: it may serve plain http.',
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
    'Check the host and the port.',
  ],
];

function describeFailure(error: unknown, timedOut: boolean, timeLimit: number): ServiceError {
  const code = codeOf(error);
  if (timedOut || /TIMEDOUT|TIMEOUT/.test(code)) {
    return new ServiceError(
      `No complete answer arrived within ${timeLimit} s.`,
      'Check the address and the network, or raise the limit with --timeout.',
      { reached: false },
    );
  }
  const failure = FAILURES.find(([pattern]) => pattern.test(code));
  return new ServiceError(
    failure?.[1] ?? `The request failed${code && ` (${code})`}.`,
    failure?.[2] ?? 'Check the address and the network.',
    { reached: false },
  );
}

/** Returns Node's error code, which is in the cause of the error that `fetch` throws. */
function codeOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
}
