/** The answers of machines between page and service. */
import type { IntermediaryAnswer } from './answer.js';

/** The answer of a network that wants its guests to accept its terms first. */
export const CAPTIVE_PORTAL: IntermediaryAnswer = {
  kind: 'intermediary',
  status: 200,
  type: 'text/html; charset=utf-8',
  body: page('Guest network', 'Welcome to the guest network', 'Accept the terms to go on.'),
};

/** The answer of a firewall that takes a request for an attack. */
export const FIREWALL: IntermediaryAnswer = {
  kind: 'intermediary',
  status: 403,
  type: 'text/html; charset=utf-8',
  body: page('Forbidden', '403 Forbidden', 'This request was blocked.'),
};

/** The answer of a proxy that lost its connection to the service. */
export const PROXY: IntermediaryAnswer = {
  kind: 'intermediary',
  status: 503,
  type: 'text/plain',
  body: 'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
};

function page(title: string, heading: string, text: string): string {
  return `<!doctype html>
<html lang="en">
  <title>${title}</title>
  <h1>${heading}</h1>
  <p>${text}</p>
</html>
`;
}
