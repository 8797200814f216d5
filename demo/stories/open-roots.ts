/**
 * Opens every shadow root that is made from now on: neither a story nor axe can reach into a closed one. For the pages of the stories
 * and the accessibility tests alone; import it before the element.
 */
const attach: unknown = Reflect.get(Element.prototype, 'attachShadow');

Element.prototype.attachShadow = function (init) {
  return (attach as typeof this.attachShadow).call(this, { ...init, mode: 'open' });
};
