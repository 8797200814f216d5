/** A request that went through the hook. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** Wraps `fetch`, as error trackers and analytics do. Reports every request, from now on. */
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
}
