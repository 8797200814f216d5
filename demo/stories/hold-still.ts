/**
 * Holds every story in its state. Only the stories and the tests with axe import it, before the
 * element.
 *
 * A timer with a delay never ends, so no PIN is masked or cleared and no attempt is repeated. Only
 * a message that a quick answer makes needless still comes. No story takes the focus or scrolls the
 * page.
 */
/** Milliseconds before such a message. */
const MESSAGE_DELAY = 300;

const start = window.setTimeout.bind(window);

window.setTimeout = ((handler: () => void, delay = 0) =>
  delay > 0 && delay !== MESSAGE_DELAY ? 0 : start(handler, delay)) as typeof setTimeout;

HTMLElement.prototype.focus = () => {};
Element.prototype.scrollIntoView = () => {};
