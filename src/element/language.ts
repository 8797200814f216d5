/**
 * The language that an element stands in: its own `lang`, else the nearest ancestor's, as HTML has it; observed while the element is
 * in a page.
 */
import { readers } from '../messages/languages.js';

/** Tells which language it is, and when it may be another. */
export class LanguageWatch {
  readonly #element: Element;
  readonly #changed: () => void;
  readonly #observer: MutationObserver;

  /** @param changed - Called when the language may have changed, or its words. */
  constructor(element: Element, changed: () => void) {
    this.#element = element;
    this.#changed = changed;
    this.#observer = new MutationObserver(changed);
  }

  /** A language tag as the page wrote it; empty where it wrote none. */
  get tag(): string {
    for (const host of this.#hosts()) {
      const nearest = host.closest('[lang]');
      if (nearest !== null) return nearest.getAttribute('lang') ?? '';
    }
    return '';
  }

  /** Begins, or begins anew where the element was moved. */
  watch(): void {
    this.forget();
    for (const host of this.#hosts())
      this.#observer.observe(host.getRootNode(), { attributeFilter: ['lang'], subtree: true });
    readers.add(this.#changed);
    this.#changed();
  }

  /** Ends: nothing holds on to the element any more. */
  forget(): void {
    this.#observer.disconnect();
    readers.delete(this.#changed);
  }

  /** The element and the hosts around it, from the inside out. */
  *#hosts(): Generator<Element> {
    let host: Element | undefined = this.#element;
    while (host !== undefined) {
      yield host;
      const root = host.getRootNode();
      host = root instanceof ShadowRoot ? root.host : undefined;
    }
  }
}
