/**
 * Holds every story in its state. Only the stories and the tests with axe import it, before the
 * element.
 *
 * A timer with a delay never ends, so no PIN is masked or cleared and no attempt is repeated. No
 * story takes the focus or scrolls the page.
 */
const start = window.setTimeout.bind(window);

window.setTimeout = ((handler: () => void, delay = 0) =>
  delay > 0 ? 0 : start(handler)) as typeof setTimeout;

HTMLElement.prototype.focus = () => {};
Element.prototype.scrollIntoView = () => {};
