/*
 * The types of events in templates: `npm run types` fails if `strictTemplates` doesn't know them.
 * src/app/pin-properties.ts tells it the types of properties.
 */
import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import type { PinErrorEvent, PinSetEvent, TokenExpiredEvent } from 'set-card-pin';

/** Names the event's type, or has no parameter if the type is `any`. */
type Known<Event, Expected> = 0 extends 1 & Event ? never : Expected;

@Component({
  selector: 'app-type-test',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <set-card-pin
      endpoint="https://api.example.com/graphql"
      card-id="card_123"
      (pin-set)="isPinSet($event, $event.card.id)"
      (pin-error)="isPinError($event, $event.outcome)"
      (token-expired)="isTokenExpired($event, $event.respondWith)"
    ></set-card-pin>
  `,
})
export class TypeTest {
  protected isPinSet<Event>(_: Event & Known<Event, PinSetEvent>, __: string): void {}
  protected isPinError<Event>(_: Event & Known<Event, PinErrorEvent>, __: object): void {}
  protected isTokenExpired<Event>(_: Event & Known<Event, TokenExpiredEvent>, __: object): void {}
}
