/**
 * Two ordinary fields and an ordinary request instead of the element. A recorder must record it,
 * which proves that recorder and search work. The first field is of the type `password`, which
 * recorders know. The second one is masked by a style.
 */
class NaiveForm extends HTMLElement {
  getClientToken?: () => Promise<{ readonly value: string }>;

  connectedCallback(): void {
    this.innerHTML = `<input type="password" aria-label="New PIN">
      <input inputmode="numeric" style="-webkit-text-security: disc" aria-label="Confirm new PIN">
      <button type="button">Show PIN</button><button>Set PIN</button>`;
    const [newPin, confirmation] = this.querySelectorAll('input');
    this.querySelector('button')!.addEventListener('click', () => {
      newPin!.type = newPin!.type === 'text' ? 'password' : 'text';
    });
    this.closest('form')!.addEventListener('submit', (event) => {
      event.preventDefault();
      if (newPin!.value === confirmation!.value) void this.#send(newPin!.value);
    });
    queueMicrotask(() => this.#emit('pin-ready'));
  }

  async #send(newPin: string): Promise<void> {
    const token = await this.getClientToken?.();
    const response = await fetch(this.getAttribute('endpoint') ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token?.value}` },
      body: JSON.stringify({
        query:
          'mutation ($input: SetPinForPaymentCardInput!) { setPinForPaymentCard(input: $input) { __typename } }',
        variables: { input: { paymentCardId: this.getAttribute('card-id'), newPin } },
      }),
    });
    if (response.ok) this.#emit('pin-set');
  }

  #emit(type: string): void {
    this.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

customElements.define('set-card-pin', NaiveForm);
