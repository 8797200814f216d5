/**
 * Opens every shadow root that is made from now on: axe can't see into a closed one. For the accessibility tests alone; import it
 * before the element.
 */
const { value } = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow')!;
const attach = value as (this: Element, init: ShadowRootInit) => ShadowRoot;

Element.prototype.attachShadow = function (init) {
  return attach.call(this, { ...init, mode: 'open' });
};
