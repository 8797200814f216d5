import { ReactiveElement } from 'lit';

/**
 * The element's base class in the modules. jsdom has only some parts of `ElementInternals` and
 * happy-dom has none, so that unit tests of a page could not create the element. There, the parts
 * that the element uses only keep what they are told.
 */
export class ElementBase extends ReactiveElement {
  /** `true` also at the end of a unit test, so that the element doesn't clean up without a page. */
  override get isConnected(): boolean {
    return isOver() || super.isConnected;
  }

  protected override performUpdate(): void {
    if (!isOver()) super.performUpdate();
  }

  override attachInternals(): ElementInternals {
    const isThere = 'attachInternals' in HTMLElement.prototype;
    const internals = isThere ? super.attachInternals() : undefined;
    if (internals !== undefined && 'states' in internals && 'setValidity' in internals)
      return internals;
    let flags: ValidityStateFlags = {};
    const isValid = (): boolean => Object.keys(flags).length === 0;
    const parts: Partial<ElementInternals> = {
      states: new Set<string>(),
      setValidity: (set = {}) => {
        flags = set;
      },
      checkValidity: isValid,
      get validity() {
        return { ...flags, valid: isValid() } as ValidityState;
      },
    };
    return parts as ElementInternals;
  }
}

/**
 * Returns whether a unit test has ended. Vitest and Jest then take the document away while the
 * element is still in it.
 */
function isOver(): boolean {
  return typeof document === 'undefined';
}
