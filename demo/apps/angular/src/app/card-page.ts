import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { injectAccount } from './account';
import { CardSettings } from './card-settings';
import { ChangePin } from './change-pin';

@Component({
  selector: 'app-card-page',
  imports: [CardSettings, ChangePin],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <header class="bar">
      <span class="brand">Linden Bank</span>
      <nav aria-label="Bank"><a href="/cards">Your cards</a></nav>
      <span class="person">{{ account.cardholder }}</span>
    </header>
    <main>
      <h1>Debit card ending {{ account.last4 }}</h1>
      <p class="hint">PIN last changed {{ pinChanged() }}</p>
      <div class="columns">
        <div class="column">
          <div class="card">
            <span>Linden Debit</span>
            <span class="number">•••• {{ account.last4 }}</span>
            <span class="owner">
              <span>{{ account.cardholder }}</span>
              <span>{{ account.expires }}</span>
            </span>
          </div>
          <section app-card-settings [(allowed)]="allowed"></section>
        </div>
        <section
          app-change-pin
          [endpoint]="account.endpoint"
          [cardId]="account.cardId"
          (changed)="pinChanged.set('today')"
        ></section>
      </div>
    </main>
  `,
})
export class CardPage {
  protected readonly account = injectAccount();
  protected readonly allowed = signal<readonly string[]>(['contactless', 'online']);
  protected readonly pinChanged = signal('in March');
}
