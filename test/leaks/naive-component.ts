/**
 * A component that sets a PIN without any protection from other scripts. An attack must get its
 * PIN, which proves that the attack works. It has the part of the element's API that the tests
 * need.
 */
import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';

class NaiveElement extends LitElement {
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  static override properties: PropertyDeclarations = {
    endpoint: {},
    cardId: { attribute: 'card-id' },
    pin: { reflect: true },
    confirmation: {},
    revealed: {},
  };

  declare endpoint: string;
  declare cardId: string;
  declare pin: string;
  declare confirmation: string;
  declare revealed: boolean;
  clientToken = '';
  getClientToken?: () => Promise<{ readonly value: string }>;

  constructor() {
    super();
    this.pin = '';
    this.confirmation = '';
    this.revealed = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.updateComplete.then(() => this.#emit('pin-ready'));
  }

  override render(): TemplateResult {
    const type = this.revealed ? 'text' : 'password';
    const field = (name: 'pin' | 'confirmation') =>
      html`<input
        type=${type}
        .value=${this[name]}
        @input=${({ target }: InputEvent) => {
          this[name] = (target as HTMLInputElement).value.replace(/\D/g, '');
          this.#emit('pin-change');
          parent.postMessage({ entered: this.pin }, '*');
        }}
      />`;
    return html` <form @submit=${this.#handleSubmit}>
      ${field('pin')}${field('confirmation')}
      <button type="button" @click=${() => (this.revealed = !this.revealed)}>Show</button>
      <button>Set PIN</button>
    </form>`;
  }

  readonly #handleSubmit = (event: Event): void => {
    event.preventDefault();
    if (this.pin === this.confirmation) void this.#send();
  };

  async #send(): Promise<void> {
    const token = (await this.getClientToken?.())?.value ?? this.clientToken;
    const variables = { input: { paymentCardId: this.cardId, newPin: this.pin } };
    const response = await fetch(this.endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: SET_PIN, variables }),
    });
    if (response.ok) this.#emit('pin-set');
  }

  #emit(type: string): void {
    const detail = { pin: this.pin };
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}

const SET_PIN = `mutation ($input: SetPinForPaymentCardInput!) {
  setPinForPaymentCard(input: $input) { __typename }
}`;

customElements.define('set-card-pin', NaiveElement);
