import { afterRenderEffect, Directive, ElementRef, inject, input } from '@angular/core';
import type { SetCardPinElement, SetCardPinProperties } from 'set-card-pin';

/** Takes the element's properties from a template, so that Angular checks their types. */
@Directive({ selector: 'set-card-pin' })
export class PinProperties {
  readonly clientToken = input<SetCardPinProperties['clientToken']>();
  readonly getClientToken = input<SetCardPinProperties['getClientToken']>();
  readonly deniedPins = input<SetCardPinProperties['deniedPins']>();
  readonly messages = input<SetCardPinProperties['messages']>();

  constructor() {
    const element = inject<ElementRef<SetCardPinElement>>(ElementRef).nativeElement;
    afterRenderEffect(() => void (element.clientToken = this.clientToken()));
    afterRenderEffect(() => void (element.getClientToken = this.getClientToken()));
    afterRenderEffect(() => void (element.deniedPins = this.deniedPins()));
    afterRenderEffect(() => void (element.messages = this.messages()));
  }
}
