/**
 * Opens every shadow root that is created from now on, because neither a story nor axe can reach
 * into a closed one. Only the stories and some tests import it, before the element.
 */
const attach: unknown = Reflect.get(Element.prototype, 'attachShadow');

Element.prototype.attachShadow = function (init) {
  return (attach as typeof this.attachShadow).call(this, { ...init, mode: 'open' });
};
