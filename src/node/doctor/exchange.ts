/** One HTTP request → what came back, or in plain words why nothing did. */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** When it had come, in milliseconds since 1970, by this machine's clock. */
  readonly receivedAt: number;
}

/** Something went wrong between us and the service. It holds nothing that was sent, and nothing that came but what is made harmless. */
export class Trouble extends Error {
  readonly advice: string;
  /** Whether the service, or whatever stands in its place, answered at all. */
  readonly reached: boolean;

  constructor(text: string, advice: string, { reached }: { reached: boolean }) {
    super(text);
    this.advice = advice;
    this.reached = reached;
  }
}

/** More than the schema of a large service needs. */
const LARGEST_BODY = 1_048_576;

/**
 * Sends a request, follows no redirect, and reads the answer within the time limit.
 *
 * @param timeLimit - in seconds
 * @throws {Trouble}
 */
export async function exchange(url: URL, init: RequestInit, timeLimit: number): Promise<Answer> {
  const signal = AbortSignal.timeout(timeLimit * 1000);
  try {
    // The API key goes where it was meant to go.
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const text = await readText(response);
    return {
      status: response.status,
      headers: response.headers,
      text,
      receivedAt: Date.now(),
    };
  } catch (error) {
    throw error instanceof Trouble ? error : unreachable(error, signal.aborted, timeLimit);
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_BODY) {
      throw new Trouble(
        'The answer is larger than 1 MiB, and was not read.',
        'Check that the address is the service’s GraphQL endpoint.',
        { reached: true },
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What is said about Node's codes: the text, and what to do. */
const FAULTS: readonly [code: RegExp, text: string, advice: string][] = [
  [
    /^ECONNREFUSED$/,
    'Nothing listens at the endpoint’s address.',
    'Check host and port. If the sandbox is meant, start it: npm run sandbox',
  ],
  [
    /^(ENOTFOUND|EAI_\w+)$/,
    'The endpoint’s host name is not known here.',
    'Check its spelling, and this machine’s name resolution.',
  ],
  [
    /^(E(HOST|NET)UNREACH|ENETDOWN)$/,
    'There is no way through the network to the endpoint’s host.',
    'Check this machine’s network, and whether a firewall or a VPN is in between.',
  ],
  [
    /^(EPROTO|ERR_SSL_\w+)$/,
    'What answers at the endpoint’s address does not speak TLS.',
    'Check the port: it may be one for plain http.',
  ],
  [
    /^(CERT_\w+|ERR_TLS_\w+|UNABLE_TO_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+)$/,
    'The certificate of the endpoint’s host is not trusted, so nothing was sent.',
    'Check the host name. Browsers refuse such a certificate as well; if it is that of your company’s proxy, NODE_EXTRA_CA_CERTS makes it known here.',
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'The connection was cut before the whole answer had come.',
    'Try again; if it stays so, ask whoever runs the service or the network in between.',
  ],
  [
    /^HPE_\w+$/,
    'What answers at the endpoint’s address does not speak HTTP.',
    'Check host and port.',
  ],
];

function unreachable(error: unknown, timedOut: boolean, timeLimit: number): Trouble {
  const code = codeOf(error);
  if (timedOut || /TIMEDOUT|TIMEOUT/.test(code)) {
    return new Trouble(
      `No whole answer came within ${timeLimit} s.`,
      'Check the address and the network, or wait longer with --timeout.',
      { reached: false },
    );
  }
  const fault = FAULTS.find(([pattern]) => pattern.test(code));
  return new Trouble(
    fault?.[1] ?? `The request could not be sent or answered${code && ` (${code})`}.`,
    fault?.[2] ?? 'Check the address and the network.',
    { reached: false },
  );
}

/** Node's own word for what happened: it is the cause of what `fetch` throws. */
function codeOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
}
