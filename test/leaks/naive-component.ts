/**
 * A component that does what ours does, written without a thought for who else is in the page: by it each attack shows that it
 * works. It speaks the same contract as far as a cardholder and an attack need it.
 */
import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';

interface Problem {
  readonly valid: boolean;
}

class NaiveElement extends LitElement {
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
  deniedPins: readonly string[] = [];

  constructor() {
    super();
    this.pin = '';
    this.confirmation = '';
    this.revealed = false;
  }

  get validity(): Problem {
    return { valid: /^\d{4}$/.test(this.pin) && !this.deniedPins.includes(this.pin) };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.closest('form')?.addEventListener('formdata', ({ formData }) =>
      formData.append('pin', this.pin),
    );
    void this.updateComplete.then(() => this.#tell('pin-ready'));
  }

  override render(): TemplateResult {
    const type = this.revealed ? 'text' : 'password';
    return html`<style>
        input {
          font: inherit;
          field-sizing: content;
        }
      </style>
      <form @submit=${this.#handleSubmit}>
        <input
          part="input"
          type=${type}
          .value=${this.pin}
          @beforeinput=${this.#handleBeforeInput}
          @input=${(event: InputEvent) => (this.pin = valueOf(event))}
        />
        <button type="button" @click=${() => (this.revealed = !this.revealed)}>Show</button>
        <input
          part="input"
          type=${type}
          .value=${this.confirmation}
          @beforeinput=${this.#handleBeforeInput}
          @input=${(event: InputEvent) => (this.confirmation = valueOf(event))}
        />
        <button>Set PIN</button>
      </form>`;
  }

  readonly #handleBeforeInput = (event: InputEvent): void => {
    if (event.inputType !== 'insertText' || event.data === null) return;
    event.preventDefault();
    document.execCommand('insertText', false, event.data.replace(/\D/g, ''));
    this.#tell('pin-change');
    parent.postMessage({ entered: this.pin }, '*');
  };

  readonly #handleSubmit = (event: Event): void => {
    event.preventDefault();
    if (this.pin === this.confirmation) void this.#send();
  };

  async #send(): Promise<void> {
    void this.#checkStrength();
    const variables = { input: { paymentCardId: this.cardId, newPin: this.pin } };
    console.debug('setting the PIN', variables);
    const response = await fetch(
      new Request(this.endpoint, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${this.clientToken}`,
        },
        body: JSON.stringify({ query: SET_PIN, variables }),
      }),
    );
    if (response.ok) this.#tell('pin-set');
  }

  /** Asks the portal, which has no such address. */
  async #checkStrength(): Promise<void> {
    navigator.sendBeacon('strength', JSON.stringify({ digits: [...this.pin].map(Number) }));
    const response = await fetch(`strength?pin=${this.pin}`);
    if (!response.ok) throw new Error(`No answer about ${this.pin}`);
  }

  #tell(type: string): void {
    const detail = { pin: this.pin };
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}

const SET_PIN = `mutation ($input: SetPinForPaymentCardInput!) {
  setPinForPaymentCard(input: $input) { __typename }
}`;

function valueOf({ target }: Event): string {
  return (target as HTMLInputElement).value.replace(/\D/g, '');
}

customElements.define('set-card-pin', NaiveElement);
