/** The API key and the tokens that have come up. A service could send back what it was sent, as a request id or as a name. */
export class Secrets {
  readonly #forms = new Set<string>();

  add(secret: string): void {
    const encoded = Buffer.from(secret).toString('base64');
    for (const form of [secret, encoded, encoded.replace(/=+$/, '')]) {
      if (form !== '') this.#forms.add(form);
    }
  }

  /** A text without them. It must be whole: half a key would not be known. */
  mask(text: string): string {
    // The longest first, as one form may hold another.
    return [...this.#forms]
      .sort((a, b) => b.length - a.length)
      .reduce((masked, form) => masked.replaceAll(form, '••••'), text);
  }
}
