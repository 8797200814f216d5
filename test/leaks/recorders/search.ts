/** What can be found in what a recorder sent. */

/** A secret, or a part of one. */
export type Finding =
  /** The PIN, but for the request in which it is sent. */
  | 'PIN'
  /** The PIN in that request. */
  | 'request'
  /** How many digits were typed. */
  | 'length'
  /** The client token with which that request is sent. */
  | 'header'
  /** The client token that the portal's server gave to the page. */
  | 'answer'
  /** A client token that stood in an attribute. */
  | 'attribute';

/** What to look for. */
export interface Secrets {
  readonly pin: string;
  readonly token: string;
  readonly attribute: string;
}

/** As recorders write a body that is JSON into JSON. */
const REQUEST = /newPin[\\":]+\d+/g;

export function findings(text: string, { pin, token, attribute }: Secrets): Finding[] {
  const found: Record<Finding, boolean> = {
    PIN: text.replace(REQUEST, '').includes(pin),
    request: (text.match(REQUEST) ?? []).some((match) => match.endsWith(pin)),
    length: masked(pin.length).test(text),
    header: text.includes(`Bearer ${token}`),
    answer: text.replaceAll(`Bearer ${token}`, '').includes(token),
    attribute: text.includes(attribute),
  };
  return (Object.keys(found) as Finding[]).filter((finding) => found[finding]);
}

/** So many asterisks, or OpenReplay's `"",12]` for a value that it hides. */
function masked(length: number): RegExp {
  return new RegExp(`(?<!\\*)\\*{${length}}(?!\\*)|"",${length}\\]`);
}
