import { createSignal } from 'solid-js';
import type { Account } from './account';
import { CardSettings } from './card-settings';
import { ChangePin } from './change-pin';

export function CardPage(account: Account) {
  const [pinChanged, setPinChanged] = createSignal('in March');

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
        <p class="hint">PIN last changed {pinChanged()}</p>
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
            onChanged={() => setPinChanged('today')}
          />
        </div>
      </main>
    </>
  );
}
