import type { Attack } from '../attack.js';

export const otherEndpoint: Attack = {
  title: 'another endpoint',
  does: 'Sets `endpoint` to a server of the attacker before the cardholder types. The server answers as the service does.',
  mayPreventSubmit: true,
  install:
    ({ basePath }) =>
    () => {
      document.querySelector('set-card-pin')!.endpoint = `${location.origin}${basePath}endpoint`;
    },
};
