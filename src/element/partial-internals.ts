/** The parts of `ElementInternals` that the element uses. */
type UsedInternals = Pick<
  ElementInternals,
  'states' | 'setValidity' | 'checkValidity' | 'validity'
>;

/**
 * Returns the internals of an element. jsdom has only some of them and happy-dom has none, so that
 * unit tests of a page could not create the element. There, they only keep what they are told.
 */
export function internalsOf(element: HTMLElement): UsedInternals {
  const internals = (element as Partial<HTMLElement>).attachInternals?.();
  if (internals !== undefined && 'states' in internals && 'setValidity' in internals)
    return internals;
  let flags: ValidityStateFlags = {};
  const isValid = (): boolean => Object.keys(flags).length === 0;
  return {
    states: new Set<string>(),
    setValidity: (set = {}) => {
      flags = set;
    },
    checkValidity: isValid,
    get validity() {
      return { ...flags, valid: isValid() } as ValidityState;
    },
  };
}
