import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  CUSTOM_ELEMENTS_SCHEMA,
  DestroyRef,
  inject,
  input,
  output,
  signal,
} from '@angular/core';
import 'set-card-pin';
import type { ClientToken, PinSetEvent, TokenExpiredEvent } from 'set-card-pin';
import { fetchClientToken } from './client-token';
import { PinProperties } from './pin-properties';

@Component({
  selector: 'section[app-change-pin]',
  host: { class: 'panel pin', 'aria-labelledby': 'change-pin' },
  imports: [PinProperties],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h2 id="change-pin">Change PIN</h2>
    <p class="hint">Nobody at the bank will ever ask you for it.</p>
    <set-card-pin
      [attr.endpoint]="endpoint()"
      [attr.card-id]="cardId()"
      [clientToken]="clientToken()"
      (token-expired)="supplyToken($event)"
      (pin-set)="changed.emit($event)"
    ></set-card-pin>
  `,
})
export class ChangePin {
  readonly endpoint = input.required<string>();
  readonly cardId = input.required<string>();
  readonly changed = output<PinSetEvent>();
  protected readonly clientToken = signal<ClientToken | undefined>(undefined);

  constructor() {
    const leaving = new AbortController();
    inject(DestroyRef).onDestroy(() => leaving.abort());
    // Fetch a token early, so that the submit doesn't wait for one. If this fails, the element asks
    // for one.
    afterNextRender(() => {
      fetchClientToken(this.cardId(), leaving.signal).then(
        (token) => this.clientToken.set(token),
        () => undefined,
      );
    });
  }

  protected supplyToken(event: TokenExpiredEvent): void {
    event.respondWith(fetchClientToken(this.cardId()));
  }
}
