import { createSignal, Show } from 'solid-js';
import type { Account } from './account';
import { CardSettings } from './card-settings';
import { ChangePin } from './change-pin';

export function CardPage(account: Account) {
  const [notice, setNotice] = createSignal<string>();

  return (
    <>
      <header class="bar">
        <span class="brand">Linden Bank</span>
        <nav aria-label="Bank">
          <a href="/cards">Your cards</a>
        </nav>
        <span class="person">{account.cardholder}</span>
      </header>
      <main>
        <h1>Debit card ending {account.last4}</h1>
        <div role="status">
          <Show when={notice()}>{(text) => <p class="notice">{text()}</p>}</Show>
        </div>
        <div class="columns">
          <div class="column">
            <div class="card">
              <span>Linden Debit</span>
              <span class="number">•••• {account.last4}</span>
              <span class="owner">
                <span>{account.cardholder}</span>
                <span>{account.expires}</span>
              </span>
            </div>
            <CardSettings />
          </div>
          <ChangePin
            endpoint={account.endpoint}
            cardId={account.cardId}
            onChanged={() => setNotice('The PIN of this card is changed.')}
          />
        </div>
      </main>
    </>
  );
}
