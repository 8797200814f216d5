import { html, type TemplateResult } from 'lit';
import { fetchClientToken } from '../server-calls/client-tokens.js';

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
export function naiveForm(endpoint: string, paymentCardId: string): TemplateResult {
  const submit = async (newPin: unknown): Promise<string> => {
    const { value } = await fetchClientToken(paymentCardId);
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${value}` },
      body: JSON.stringify({
        query: MUTATION,
        variables: { input: { paymentCardId, newPin } },
        operationName: 'SetPinForPaymentCard',
      }),
    });
    return response.text();
  };
  const handleSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const text = await submit(new FormData(form).get('pin')).catch(() => '');
    const isSet = text.includes('"PaymentCard"');
    form.querySelector('output')!.textContent = isSet ? 'Your PIN is set.' : 'That didn’t work.';
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
