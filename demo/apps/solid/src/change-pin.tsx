import 'set-card-pin';
import type { ClientToken, PinSetEvent } from 'set-card-pin';
import { createSignal, onCleanup, onMount } from 'solid-js';
import { fetchClientToken } from './client-token';

interface ChangePinProps {
  readonly endpoint: string;
  readonly cardId: string;
  readonly onChanged: (event: PinSetEvent) => void;
}

export function ChangePin(props: ChangePinProps) {
  const [clientToken, setClientToken] = createSignal<ClientToken>();

  // Fetch a token early, so that the submit doesn't wait for one. If this fails, the element asks
  // for one.
  onMount(() => {
    const leaving = new AbortController();
    fetchClientToken(props.cardId, leaving.signal).then(setClientToken, () => undefined);
    onCleanup(() => leaving.abort());
  });

  return (
    <section class="panel pin" aria-labelledby="change-pin">
      <h2 id="change-pin">Change PIN</h2>
      <p class="hint">Nobody at the bank will ever ask you for it.</p>
      <set-card-pin
        endpoint={props.endpoint}
        card-id={props.cardId}
        prop:clientToken={clientToken()}
        on:token-expired={(event) => event.respondWith(fetchClientToken(props.cardId))}
        on:pin-set={(event) => props.onChanged(event)}
      />
    </section>
  );
}
