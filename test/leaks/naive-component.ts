/**
 * A component that sets a PIN without any protection from other scripts. An attack must
 * capture its PIN, which proves that the attack works. The component has the part of the element's
 * API that the tests need.
 */
class NaiveElement extends HTMLElement {
  pin = '';
  getClientToken?: () => Promise<{ readonly value: string }>;

  connectedCallback(): void {
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.innerHTML = `<input type="password"><input type="password">
      <button>Show</button><button>Set PIN</button>`;
    const fields = root.querySelectorAll('input');
    const [show, submit] = root.querySelectorAll('button');
    root.addEventListener('input', () => {
      for (const field of fields) field.value = field.value.replace(/\D/g, '');
      this.pin = fields[0]!.value;
      this.setAttribute('pin', this.pin);
      this.#emit('pin-change');
      parent.postMessage({ entered: this.pin }, '*');
    });
    show!.addEventListener('click', () => {
      for (const field of fields) field.type = field.type === 'text' ? 'password' : 'text';
    });
    submit!.addEventListener('click', () => {
      if (this.pin === fields[1]!.value) void this.#send();
    });
    setTimeout(() => this.#emit('pin-ready'));
  }

  async #send(): Promise<void> {
    const { value } = await this.getClientToken!();
    const query = `mutation ($input: SetPinForPaymentCardInput!) {
      setPinForPaymentCard(input: $input) { __typename }
    }`;
    const input = { paymentCardId: this.getAttribute('card-id'), newPin: this.pin };
    const response = await fetch(this.getAttribute('endpoint')!, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${value}` },
      body: JSON.stringify({ query, variables: { input } }),
    });
    if (response.ok) this.#emit('pin-set');
  }

  #emit(type: string): void {
    const detail = { pin: this.pin };
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}

customElements.define('set-card-pin', NaiveElement);
