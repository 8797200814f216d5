/**
 * An inert element in place of the real one, for unit tests of a page: jsdom and happy-dom lack
 * much of what the real one needs.
 */
import { PinReadyEvent } from '../element/events.js';
import { SetCardPinBase, setDefaults } from '../element/properties.js';
import type { SetCardPinElement } from '../element/set-card-pin-element.js';
import type { ClientToken } from '../service/client-token.js';
import type { Outcome } from '../set-pin/outcome.js';

const TAG = 'set-card-pin';

type OwnMembers = Exclude<keyof SetCardPinElement, keyof SetCardPinBase>;

/** Has the attributes, properties and methods of the element, shows nothing and sends nothing. */
export class StandIn
  extends SetCardPinBase
  implements Pick<SetCardPinElement, Exclude<OwnMembers, `${string}Callback`>>
{
  static readonly isStandIn = true;

  #outcome: Promise<Outcome> | undefined;
  #end = (_outcome: Outcome): void => undefined;

  #isSet = false;

  readonly validationMessage = '';

  constructor() {
    super();
    setDefaults(this);
  }

  get form(): HTMLFormElement | null {
    return this.closest('form');
  }

  /** Those with the element's id, by which Testing Library finds it. */
  get labels(): NodeList {
    return this.ownerDocument.querySelectorAll(`label[for=${JSON.stringify(this.id)}]`);
  }

  get willValidate(): boolean {
    return !this.disabled;
  }

  /** An empty form's, unless the PIN is set. */
  get validity(): ValidityState {
    return { valid: this.#isSet, valueMissing: !this.#isSet } as ValidityState;
  }

  get clientToken(): undefined {
    return undefined;
  }

  set clientToken(_token: string | ClientToken | null | undefined) {
    // Nothing is sent.
  }

  get deniedPins(): undefined {
    return undefined;
  }

  set deniedPins(_pins: readonly string[] | null | undefined) {
    // Nothing is judged.
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

  /** Ends the submit in progress, if there is one. */
  end(outcome: Outcome): void {
    this.#end(outcome);
    this.#outcome = undefined;
    this.#isSet = outcome.kind === 'set';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.removeAttribute('client-token');
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    void this.updateComplete.then(() => this.dispatchEvent(new PinReadyEvent()));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A moved element is connected again by then.
    queueMicrotask(() => this.isConnected || this.reset());
  }

  protected override updated(): void {
    if (this.disabled && this.#outcome !== undefined) this.reset();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/**
 * Registers the stand-in. From then on the document ignores the registration of the real element,
 * so that the page's modules can import `set-card-pin` as usual.
 *
 * @throws {Error} if the real element is registered already.
 */
export function registerStandIn(): void {
  if (typeof document === 'undefined') return;
  const registered = customElements.get(TAG);
  // A test runner may evaluate this module again.
  if (registered !== undefined && 'isStandIn' in registered) return;
  if (registered !== undefined)
    throw new Error(
      'Import set-card-pin/testing before set-card-pin, for example as a setup file of the test runner.',
    );
  customElements.define(TAG, StandIn);
  const define = customElements.define.bind(customElements);
  customElements.define = (name, ...rest) => void (name !== TAG && define(name, ...rest));
}
