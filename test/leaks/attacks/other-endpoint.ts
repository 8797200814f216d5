import type { Attack } from '../attack.js';

export const otherEndpoint: Attack = {
  title: 'another endpoint',
  does: 'Sets `endpoint` to a server of the attacker before the cardholder types. The server answers as the service does.',
  mayPreventSubmit: true,
  install:
    ({ basePath }) =>
    () => {
      const element = document.querySelector('set-card-pin')!;
      element.endpoint = `${location.origin}${basePath}endpoint`;
      // The element drops the token of another service, and the attacker's takes any.
      element.clientToken = 'any';
    },
};
