/**
 * Masks the API key and the tokens of a run. A service may repeat a secret that it was sent, for
 * example as a request id or a name.
 */
export class Secrets {
  readonly #forms = new Set<string>();

  add(secret: string): void {
    const encoded = Buffer.from(secret).toString('base64');
    for (const form of [secret, encoded, encoded.replace(/=+$/, '')]) {
      if (form !== '') this.#forms.add(form);
    }
  }

  /** Masks all secrets in a text. Pass the whole text: half a key would not be found. */
  mask(text: string): string {
    // Longest first, because one form may contain another.
    return [...this.#forms]
      .sort((a, b) => b.length - a.length)
      .reduce((masked, form) => masked.replaceAll(form, '••••'), text);
  }
}
