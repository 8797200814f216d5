/**
 * The place of the focus: the field of the current step, the panel after success, or a message that
 * has appeared.
 */
import type { Invalid } from '../set-pin/outcome.js';
import type { PinPlatform } from '../shield/platform.js';
import type { Announcer } from './announcer.js';
import type { Entry } from './entry.js';
import type { Phase } from './phase.js';
import type { FormSettings } from './settings.js';

/** The name of a field. */
type FieldName = Invalid['field'];

/** The page that a form is in, as far as pages and frames differ. */
export interface FormPage {
  platform(): PinPlatform;
  /**
   * Returns `false` if the focus can't be in the form. A root in a frame doesn't notice when the
   * focus leaves the frame.
   */
  hasFocus(): boolean;
  /** Scrolls as little as possible, so that a part of the form is visible. */
  bringIntoView(part: HTMLElement): void;
}

/** The form, as its focus sees it. */
export interface FocusedForm {
  readonly phase: Phase['kind'];
  readonly announcer: Announcer;
  readonly settings: FormSettings;
  platform(): PinPlatform;
  render(): void;
}

/** The focus in one root. */
export class FormFocus {
  /** Id of the part that the next render brings into view, if the form has the focus. */
  newPart: string | undefined;
  readonly #root: ShadowRoot;
  readonly #form: FocusedForm;
  readonly #entry: Entry;
  readonly #page: FormPage;
  #step: FieldName = 'new';

  constructor(root: ShadowRoot, form: FocusedForm, entry: Entry, page: FormPage) {
    this.#root = root;
    this.#form = form;
    this.#entry = entry;
    this.#page = page;
  }

  get isInside(): boolean {
    return this.#root.activeElement !== null && this.#page.hasFocus();
  }

  /** The field that is shown. `undefined` if all are. */
  get step(): FieldName | undefined {
    return this.#form.settings.steps ? this.#step : undefined;
  }

  /** Shows the new PIN with the next render, if the form shows one field at a time. */
  startOver(): void {
    this.#step = 'new';
  }

  /** Focuses a field, and shows it before that if the form shows one at a time. */
  goTo(field: FieldName): void {
    this.#step = field;
    // Only a field that is shown can get the focus. At the next render a key could be lost already.
    if (this.step !== undefined) this.#form.render();
    this.#entry.fieldOf(field).focus();
  }

  /** Focuses the panel, the field that is shown, or the first field with an error. */
  take(options?: FocusOptions): void {
    if (this.#form.phase === 'set') this.#find('panel')?.focus(options);
    else if (this.step !== undefined) this.#entry.fieldOf(this.step).focus(options);
    else this.#entry.focus(options);
  }

  /**
   * Brings a new part into view, and focuses it if its message asks for that.
   *
   * @param wasInside - Whether the form had the focus before the render.
   */
  handleRender(wasInside: boolean): void {
    const part = this.#find(this.newPart ?? '');
    this.newPart = undefined;
    if (!wasInside) return;
    if (part && this.#form.announcer.message.takesFocus) part.focus({ preventScroll: true });
    // The focused node may be gone: a field of the earlier entry, a button, the whole form.
    else if (!this.isInside) this.#retake();
    if (part?.parentElement) this.#page.bringIntoView(part.parentElement);
  }

  #retake(): void {
    // The button to submit has another place while a PIN is unconfirmed.
    const button = this.#form.phase === 'editing' ? null : this.#find('submit');
    if (button === null) this.take();
    else button.focus();
  }

  #find(id: string): HTMLElement | null {
    return this.#form.platform().find(this.#root, id);
  }
}
