import { html, type TemplateResult } from 'lit';
import type { ClientToken } from '../../src/index.js';

const MUTATION = `mutation SetPinForPaymentCard($input: SetPinForPaymentCardInput!) {
  setPinForPaymentCard(input: $input) {
    __typename
  }
}`;

/**
 * Renders a naive PIN form, for comparison. Never use it. It is written as such forms often are,
 * with a field in the page and a request with the page's own `fetch`. Every script in the page can
 * read the PIN.
 */
export function naiveForm(
  endpoint: string,
  paymentCardId: string,
  getClientToken: () => Promise<ClientToken>,
): TemplateResult {
  const submit = async (form: HTMLFormElement): Promise<string> => {
    const { value } = await getClientToken();
    const newPin = new FormData(form).get('pin');
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${value}` },
      body: JSON.stringify({
        query: MUTATION,
        variables: { input: { paymentCardId, newPin } },
        operationName: 'SetPinForPaymentCard',
      }),
    });
    const text = await response.text();
    return text.includes('"PaymentCard"') ? 'Your PIN is set.' : 'That didn’t work.';
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const show = (text: string): string => (form.querySelector('output')!.textContent = text);
    submit(form).then(show, () => show('That didn’t work.'));
  };
  return html`<form class="naive" @submit=${handleSubmit}>
    <label>
      New PIN
      <input type="password" name="pin" inputmode="numeric" autocomplete="off" />
    </label>
    <button>Set PIN</button>
    <output></output>
  </form>`;
}
