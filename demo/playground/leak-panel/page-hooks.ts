import { isInPinForm } from './pin-form-nodes.js';

/**
 * Reports what is typed into the form in the preview, from now on, with capturing listeners on the
 * window. Other scripts' key loggers do the same.
 *
 * @param report - Gets the innermost target that the event reveals, the event's type, and the typed
 *   characters or the name of another key.
 */
export function logKeys(report: (field: Node, type: string, text: string) => void): void {
  for (const type of ['keydown', 'beforeinput', 'input']) {
    window.addEventListener(
      type,
      (event) => {
        const [field] = event.composedPath();
        const text = event instanceof KeyboardEvent ? event.key : (event as InputEvent).data;
        if (isInPinForm(field)) report(field, type, text ?? '');
      },
      true,
    );
  }
}

/** Wraps `fetch`, as error trackers and analytics do. Reports the body of each request. */
export function hookNetwork(report: (body: string) => void): void {
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    void request.clone().text().then(report);
    return fetch(request);
  };
}
