/**
 * A network hook like those of error trackers and analytics: wraps `fetch` and `XMLHttpRequest`.
 */

/** A request that went through the hook. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** Reports every request of the page, from now on. */
export function hookNetwork(report: (request: SeenRequest) => void): void {
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    void request
      .clone()
      .text()
      .then((body) => report({ method, url, body }));
    return fetch(request);
  };
  window.XMLHttpRequest = class extends XMLHttpRequest {
    #method = '';
    #url = '';

    override open(method: string, url: string | URL, ...rest: unknown[]): void {
      this.#method = method;
      this.#url = new URL(url, location.href).href;
      super.open(method, url, ...(rest as [boolean]));
    }

    override send(body?: XMLHttpRequestBodyInit | null): void {
      const text = typeof body === 'string' ? body : '';
      report({ method: this.#method, url: this.#url, body: text });
      super.send(body);
    }
  };
}
