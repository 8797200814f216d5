/** Searches what a recorder sent for secrets. */

/** A secret, or a part of one. */
export type Finding =
  /** The PIN outside the request that sends it. */
  | 'PIN'
  /** The PIN in that request. */
  | 'request'
  /** The number of digits that were typed. */
  | 'length'
  /** The client token in the headers of that request. */
  | 'header'
  /** The client token in a response of the portal's server. */
  | 'answer'
  /** The client token of an attribute. */
  | 'attribute';

/** The secrets to search for. */
export interface Secrets {
  readonly pin: string;
  readonly token: string;
  /** The client token of the attribute. */
  readonly attribute: string;
}

/** The PIN in the body of a request, as recorders write JSON into JSON. */
const REQUEST = /newPin[\\":]+\d+/g;

export function findingsIn(text: string, { pin, token, attribute }: Secrets): Finding[] {
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

/** Matches exactly so many asterisks, or OpenReplay's `"",12]` for a hidden value. */
function masked(length: number): RegExp {
  return new RegExp(`(?<!\\*)\\*{${length}}(?!\\*)|"",${length}\\]`);
}
