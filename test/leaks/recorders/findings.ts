/** Searches the data of a recorder for secrets. */

/** A secret, or a part of one. */
export type Finding =
  /** The PIN outside the request that sends it. */
  | 'PIN'
  /** The PIN in that request. */
  | 'request'
  /** The client token in the headers of that request. */
  | 'header'
  /** The client token in a response of the portal's server. */
  | 'answer'
  /** The client token in the attribute. */
  | 'attribute';

export interface Secrets {
  readonly pin: string;
  readonly token: string;
  /** The client token in the attribute. */
  readonly attribute: string;
}

/** The PIN in a request's body. Recorders put JSON into JSON strings, which adds backslashes. */
const REQUEST = /newPin[\\":]+\d+/g;

/** Returns the secrets that a text contains. */
export function findingsIn(text: string, { pin, token, attribute }: Secrets): Finding[] {
  const found: Record<Finding, boolean> = {
    PIN: text.replace(REQUEST, '').includes(pin),
    request: (text.match(REQUEST) ?? []).some((match) => match.endsWith(pin)),
    header: text.includes(`Bearer ${token}`),
    answer: text.replaceAll(`Bearer ${token}`, '').includes(token),
    attribute: text.includes(attribute),
  };
  return (Object.keys(found) as Finding[]).filter((finding) => found[finding]);
}
