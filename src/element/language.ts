/** Observes an element's language, which is its own `lang` or the nearest ancestor's. */
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

  /** The language tag as the page wrote it, or `en` if the page doesn't set a language. */
  get tag(): string {
    for (const host of this.#hosts()) {
      const nearest = host.closest('[lang]');
      if (nearest !== null) return nearest.getAttribute('lang') || 'en';
    }
    return 'en';
  }

  /** Starts observing, or starts again after a move. */
  watch(): void {
    this.unwatch();
    for (const host of this.#hosts())
      this.#observer.observe(host.getRootNode(), { attributeFilter: ['lang'], subtree: true });
    languageListeners.add(this.#onChange);
    this.#onChange();
  }

  /** Stops observing, so that nothing still references the element. */
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
