import { list, member } from './json.js';
import { isWebPage } from './media-type.js';
import { CHECK_ADDRESS, type Problem } from './problem.js';
import type { Answer } from './http-request.js';

/** Returns the reason why an answer can't come from a GraphQL service, whatever was sent. */
export function problemOfAddress({ status, headers, text, body }: Answer): Problem | undefined {
  if (status >= 300 && status < 400) {
    return {
      code: 'redirect',
      text: `The address redirects (${status}).`,
      advice:
        'Pass the address that it redirects to: neither the element nor the doctor follows a redirect. If you don’t expect one, look for a login page of your network.',
    };
  }
  if (status === 511) {
    return {
      code: 'web-page',
      text: 'The network asks for a login (511).',
      advice: 'Log in to the network with a browser, and try again.',
    };
  }
  if (status === 404 || status === 410) {
    return {
      code: 'not-found',
      text: `There is nothing at the endpoint’s address (${status}).`,
      advice: CHECK_ADDRESS,
    };
  }
  if (status === 405) {
    return {
      code: 'post-refused',
      text: 'The server at the endpoint’s address does not accept POST (405).',
      advice: CHECK_ADDRESS,
    };
  }
  if (isWebPage(headers, text)) {
    return {
      code: 'web-page',
      text: `The answer (${status}) is a web page, not an answer of the service.`,
      advice:
        'Check the address, and look for a firewall, a proxy, a login page or a captive portal in between.',
    };
  }
  if (body === undefined) {
    return {
      code: 'not-json',
      text: `The answer (${status}) is not JSON.`,
      advice: CHECK_ADDRESS,
    };
  }
  if (!isGraphQL(body)) {
    return {
      code: 'not-graphql',
      text: `The answer (${status}) is JSON, but not from a GraphQL service.`,
      advice: `${CHECK_ADDRESS} Look for a gateway or a firewall in between.`,
    };
  }
  return undefined;
}

/** Returns true if a body looks like one of a GraphQL service. Every answer has a request id. */
export function isGraphQL(body: unknown): boolean {
  const data = member(body, 'data');
  return (
    (typeof data === 'object' && data !== null) ||
    list(member(body, 'errors')).length > 0 ||
    typeof member(member(body, 'extensions'), 'requestId') === 'string'
  );
}
