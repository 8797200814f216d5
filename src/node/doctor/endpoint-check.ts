import { problemOfAddress } from './address-problem.js';
import { unreadableType } from './answer-problem.js';
import { ok, wrong, type Finding } from './finding.js';
import { sendRequest } from './http-request.js';
import { hasJsonType } from './media-type.js';
import { CHECK_ADDRESS } from './problem.js';
import { post, type Service } from './service.js';

/**
 * Checks that a GraphQL service answers at the address. Sends no credential, because the address
 * may be another server's, or a firewall may answer. So a wrong address can't be taken for a wrong
 * key.
 */
export async function checkEndpoint(service: Service): Promise<readonly Finding[]> {
  const document = 'query Endpoint { __typename }';
  const answer = await post(service, { name: 'Endpoint', document }, {});
  const { headers } = answer;
  const problem =
    problemOfAddress(answer) ?? (hasJsonType(headers) ? undefined : unreadableType(headers));
  if (problem === undefined) {
    return [ok('service-found', 'A service answers at this address, and a PIN may be sent there.')];
  }
  const { code, text, advice } = problem;
  if ((code === 'not-found' || code === 'post-refused') && (await answersGet(service))) {
    return [
      wrong(
        'get-only',
        `The server answers GET at this address, but not POST (${answer.status}): it may be a page that shows the server’s health.`,
        CHECK_ADDRESS,
      ),
    ];
  }
  return [wrong(code, text, `${advice} The API key was not sent.`)];
}

async function answersGet({ endpoint, timeLimit }: Service): Promise<boolean> {
  const { status } = await sendRequest(endpoint, { method: 'GET' }, timeLimit);
  return status === 200;
}
