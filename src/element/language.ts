/** Observes the language of an element: its own `lang`, or else that of the nearest ancestor. */
import { languageListeners } from '../messages/languages.js';

export class LanguageWatch {
  readonly #element: Element;
  readonly #onChange: () => void;
  readonly #observer: MutationObserver;

  /** @param onChange - Called when the language or its words may have changed. */
  constructor(element: Element, onChange: () => void) {
    this.#element = element;
    this.#onChange = onChange;
    this.#observer = new MutationObserver(onChange);
  }

  /** The language tag as the page wrote it. English if it wrote none. */
  get tag(): string {
    for (const host of this.#hosts()) {
      const nearest = host.closest('[lang]');
      if (nearest !== null) return nearest.getAttribute('lang') || 'en';
    }
    return 'en';
  }

  /** Starts to observe. Starts over if the element was moved. */
  watch(): void {
    this.unwatch();
    for (const host of this.#hosts())
      this.#observer.observe(host.getRootNode(), { attributeFilter: ['lang'], subtree: true });
    languageListeners.add(this.#onChange);
    this.#onChange();
  }

  /** Stops observing, so that nothing references the element any more. */
  unwatch(): void {
    this.#observer.disconnect();
    languageListeners.delete(this.#onChange);
  }

  /** Yields the element and the shadow hosts around it, from the inside out. */
  *#hosts(): Generator<Element> {
    let host: Element | undefined = this.#element;
    while (host !== undefined) {
      yield host;
      const root = host.getRootNode();
      host = root instanceof ShadowRoot ? root.host : undefined;
    }
  }
}
