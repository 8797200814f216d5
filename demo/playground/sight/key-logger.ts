/**
 * A key logger, as a tool in a portal's page would be one: it listens at the window, before everybody further in.
 */
import { isOfForm } from './pin-form.js';

/** Something that was typed into the form, as one event tells it. */
export interface LoggedKey {
  /** As far in as the event tells. */
  readonly field: Node;
  readonly type: string;
  /** The characters that were typed, or the name of another key. */
  readonly text: string;
}

/** Reports what is typed into the form on the stage from now on. */
export function logKeys(report: (key: LoggedKey) => void): void {
  for (const type of ['keydown', 'beforeinput', 'input']) {
    window.addEventListener(
      type,
      (event) => {
        const [field] = event.composedPath();
        const text = event instanceof KeyboardEvent ? event.key : (event as InputEvent).data;
        if (isOfForm(field)) report({ field, type, text: text ?? '' });
      },
      true,
    );
  }
}
