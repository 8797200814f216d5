/** An inert element for unit tests, because jsdom and happy-dom can't run the real one. */
import { PinReadyEvent } from '../element/events.js';
import { addAliases, PROPERTIES, type Declaration } from '../element/properties.js';
import type { Outcome } from '../set-pin/outcome.js';

const TAG = 'set-card-pin';

/** Each attribute's property. */
const ATTRIBUTES = new Map(
  Object.entries<Declaration>(PROPERTIES).map(([name, { attribute }]) => [
    String(attribute ?? name.toLowerCase()),
    name,
  ]),
);

// A server doesn't have this class.
const Base = globalThis.HTMLElement ?? class {};

/** Has the element's attributes, properties and methods, but doesn't show or send anything. */
export class StandIn extends Base {
  static readonly isStandIn = true;

  static readonly observedAttributes = [...ATTRIBUTES.keys()];

  static {
    addAliases(this.prototype);
  }

  #outcome: Promise<Outcome> | undefined;
  #end = (_outcome: Outcome): void => undefined;
  #isSet = false;

  declare disabled: boolean;

  readonly validationMessage = '';

  constructor() {
    super();
    for (const [name, { value }] of Object.entries(PROPERTIES))
      Reflect.set(this, name, Reflect.get(this, name) ?? value);
  }

  get form(): HTMLFormElement | null {
    return this.closest('form');
  }

  /** The labels for the element's id, which Testing Library uses to find the element. */
  get labels(): NodeList {
    return this.ownerDocument.querySelectorAll(`label[for=${JSON.stringify(this.id)}]`);
  }

  get willValidate(): boolean {
    return !this.disabled;
  }

  /** The validity of an empty form, unless the PIN is set. */
  get validity(): ValidityState {
    return { valid: this.#isSet, valueMissing: !this.#isSet } as ValidityState;
  }

  get clientToken(): undefined {
    return undefined;
  }

  set clientToken(_token: unknown) {
    // The stand-in never sends a token.
  }

  checkValidity(): boolean {
    return this.disabled || this.#isSet;
  }

  reportValidity(): boolean {
    return this.checkValidity();
  }

  /** Waits for {@link end}. */
  submit(): Promise<Outcome> {
    if (this.disabled || !this.isConnected || this.#isSet)
      return Promise.resolve({ kind: 'aborted' });
    return (this.#outcome ??= new Promise((resolve) => (this.#end = resolve)));
  }

  reset(): void {
    this.end({ kind: 'aborted' });
  }

  handleHide(): void {
    this.reset();
  }

  end(outcome: Outcome): void {
    this.#end(outcome);
    this.#outcome = undefined;
    this.#isSet = outcome.kind === 'set';
  }

  connectedCallback(): void {
    this.removeAttribute('client-token');
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    queueMicrotask(() => this.dispatchEvent(new PinReadyEvent()));
  }

  disconnectedCallback(): void {
    // If the element was moved, it's already connected again.
    queueMicrotask(() => this.isConnected || this.reset());
  }

  attributeChangedCallback(attribute: string, _: string | null, text: string | null): void {
    const name = ATTRIBUTES.get(attribute)!;
    const { type, value } = (PROPERTIES as Record<string, Declaration>)[name]!;
    const given = type === Boolean ? text !== null : text;
    Reflect.set(this, name, type === Number && text !== null ? Number(text) : (given ?? value));
  }
}

/**
 * Registers the stand-in. The document then ignores the real element's registration, so that the
 * page's modules can import `set-card-pin` as usual.
 *
 * @throws {Error} if the real element is already registered.
 */
export function registerStandIn(): void {
  if (typeof document === 'undefined') return;
  const registered = customElements.get(TAG);
  // A test runner may evaluate this module again.
  if (registered !== undefined && 'isStandIn' in registered) return;
  if (registered !== undefined)
    throw new Error(
      'Import set-card-pin/testing before set-card-pin, for example in your test runner’s setup file.',
    );
  customElements.define(TAG, StandIn);
  const define = customElements.define.bind(customElements);
  customElements.define = (name, ...rest) => void (name !== TAG && define(name, ...rest));
}
