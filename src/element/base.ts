/** The element's base class. The modules have `unit-test-base.ts` in place of this. */
export { ReactiveElement as ElementBase } from 'lit';
