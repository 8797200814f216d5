/**
 * Holds every story in its state. Only the stories and the tests with axe import it, before the
 * element.
 *
 * A timer with a delay never fires, so no PIN is masked and no attempt is repeated. The exception
 * is the progress message. No story takes the focus or scrolls the page.
 */
/** Milliseconds before the progress message, as in src/form/form-state.ts. */
const MESSAGE_DELAY = 300;

const start = window.setTimeout.bind(window);

window.setTimeout = ((handler: () => void, delay = 0) =>
  delay > 0 && delay !== MESSAGE_DELAY ? 0 : start(handler, delay)) as typeof setTimeout;

HTMLElement.prototype.focus = () => {};
Element.prototype.scrollIntoView = () => {};
