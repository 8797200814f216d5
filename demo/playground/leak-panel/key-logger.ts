/** A key logger like those of third-party scripts: capturing listeners on the window. */
import { isInPinForm } from './pin-form-nodes.js';

/** Text typed into the form, from one event. */
export interface LoggedKey {
  /** The innermost target that the event reveals. */
  readonly field: Node;
  readonly type: string;
  /** The typed characters, or the name of another key. */
  readonly text: string;
}

/** Reports what is typed into the form in the preview, from now on. */
export function logKeys(report: (key: LoggedKey) => void): void {
  for (const type of ['keydown', 'beforeinput', 'input']) {
    window.addEventListener(
      type,
      (event) => {
        const [field] = event.composedPath();
        const text = event instanceof KeyboardEvent ? event.key : (event as InputEvent).data;
        if (isInPinForm(field)) report({ field, type, text: text ?? '' });
      },
      true,
    );
  }
}
