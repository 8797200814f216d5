import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ClientToken } from '../../../src/index.js';

/**
 * A naive PIN form, for comparison. Never use it. It is written as such forms often are: an open
 * shadow root, the digits in properties, and a request with the page's own `fetch`. Every other
 * script in the page can read the PIN.
 */
@customElement('naive-pin-form')
export class NaivePinForm extends LitElement {
  static override readonly styles = css`
    p {
      min-height: 24px;
      margin: 0 0 16px;
    }

    .warning {
      color: var(--bad);
    }

    label {
      display: block;
      margin-block-end: 24px;
      font-weight: 600;
    }

    input,
    button {
      box-sizing: border-box;
      width: 100%;
      height: 52px;
      padding: 0 16px;
      border: 1px solid var(--line-strong);
      border-radius: 8px;
      background: transparent;
      color: inherit;
      font: inherit;
    }
  `;

  /** The service's GraphQL endpoint. */
  @property() endpoint = '';
  /** The payment card's id. */
  @property() cardId = '';
  /** Called when the form is submitted. */
  @property({ attribute: false }) getClientToken!: () => Promise<ClientToken>;

  private newPin = '';
  private confirmation = '';
  @state() private status = '';

  protected override render(): TemplateResult {
    return html`<form @submit=${this.#handleSubmit}>
      <p class="warning">A naive PIN form. Never use it.</p>
      ${this.#field('New PIN', (digits) => (this.newPin = digits))}
      ${this.#field('Confirm new PIN', (digits) => (this.confirmation = digits))}
      <button>Set PIN</button>
      <p role="status">${this.status}</p>
    </form>`;
  }

  #field(label: string, onInput: (digits: string) => void): TemplateResult {
    return html`<label
      >${label}
      <input
        type="password"
        inputmode="numeric"
        autocomplete="off"
        @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
    /></label>`;
  }

  readonly #handleSubmit = (event: Event): void => {
    event.preventDefault();
    if (this.newPin !== this.confirmation) this.status = 'The PINs don’t match.';
    else void this.#submit();
  };

  async #submit(): Promise<void> {
    try {
      const token = await this.getClientToken();
      const response = await fetch(this.endpoint, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token.value}` },
        body: JSON.stringify({
          query: MUTATION,
          variables: { input: { paymentCardId: this.cardId, newPin: this.newPin } },
          operationName: 'SetPinForPaymentCard',
        }),
      });
      const { data } = (await response.json()) as { data?: Result };
      const set = data?.setPinForPaymentCard?.__typename === 'PaymentCard';
      this.status = set ? 'Your PIN is set.' : 'That didn’t work.';
    } catch {
      this.status = 'That didn’t work.';
    }
  }
}

interface Result {
  readonly setPinForPaymentCard?: { readonly __typename: string } | null;
}

const MUTATION = `mutation SetPinForPaymentCard($input: SetPinForPaymentCardInput!) {
  setPinForPaymentCard(input: $input) {
    __typename
  }
}`;
