/**
 * Opens every shadow root that is made from now on: axe can't see into a closed one. For the accessibility tests alone; import it
 * before the element.
 */
const { attachShadow } = Element.prototype;

Element.prototype.attachShadow = function (init) {
  return attachShadow.call(this, { ...init, mode: 'open' });
};
