/** A form's nodes, events and timers. `form-state.ts` decides how the form reacts to events. */
import { nothing, render } from 'lit';
import type { Connection } from '../service/submit.js';
import {
  initialState,
  isWrong,
  next,
  rendered,
  startOf,
  visibleStateOf,
  type FormState,
  type Effect,
  type Action,
  type Timers,
} from './form-state.js';
import { Field, isFill, type FieldState } from './field.js';
import { judge, type FieldName, type Judgement } from './judgement.js';
import { RenderSoon } from '../contract/render-soon.js';
import { newRequest, setPin } from './submission.js';
import { template, type Handlers } from './view.js';
import type { Command, Form, Reporter } from '../contract/wire.js';

/** The page around a form, which differs between inline and isolated mode. */
export interface FormPage {
  /** Needed because a root in a frame doesn't notice when the focus leaves the frame. */
  hasFocus(): boolean;
  /** Scrolls just far enough to make a part of the form visible. */
  bringIntoView(part: HTMLElement): void;
}

export class PinForm implements Form {
  readonly #root: ShadowRoot;
  readonly #page: FormPage;
  readonly #connection: Connection;
  readonly #report: Reporter;
  readonly #fields: Readonly<Record<FieldName, Field>>;
  /** Set by the first command. */
  #state!: FormState;
  #rendered: FormState | undefined;
  /** Cached, so that each edit reads the fields and runs the rules only once. */
  #judgement: Judgement | undefined;
  /** The form's height in pixels. The panel keeps this height, so that nothing below it moves. */
  #height = 0;
  /** The language for which the bullets have been measured. */
  #measured: string | undefined;
  /** The last reported state, as JSON. */
  #reported = '';
  readonly #updating = new RenderSoon(() => this.#update());
  readonly #timers: Partial<Record<keyof Timers, ReturnType<typeof setTimeout>>> = {};
  /** Aborted when the form is closed. */
  readonly #life = new AbortController();
  #submission: AbortController | undefined;
  /** The id of the last `submit` command, until that submit has ended. */
  #submitId = 0;

  constructor(root: ShadowRoot, connection: Connection, report: Reporter, page: FormPage) {
    this.#root = root;
    this.#page = page;
    this.#connection = connection;
    this.#report = report;
    this.#fields = { new: this.#field('new'), confirm: this.#field('confirm') };
  }

  execute(command: Command): void {
    // Other commands apply to the form after the pending render.
    if (command.kind !== 'settings') this.#updating.flush();
    // A script may have changed a field without an event.
    this.#judgement = undefined;
    if (command.kind === 'settings' && this.#state === undefined) {
      this.#state = initialState(command.settings, command.words);
      this.#listen();
    }
    if (command.kind === 'submit') {
      this.#submitId = command.submitId;
      this.#submit('submit');
    } else if (command.kind !== 'focus') this.#dispatch(command);
    else if (this.#focused === undefined) this.#focus(command);
    this.#reportState();
  }

  close(): void {
    if (this.#state !== undefined) this.empty();
    this.#life.abort();
    this.#updating.stop();
    render(nothing, this.#root);
  }

  /** Empties the fields and aborts a submit in progress. The success panel stays. */
  empty(): void {
    this.#dispatch({ kind: 'clear', cause: 'reset' });
  }

  /** Empties the fields, because the page may have received a digit. */
  interrupt(): void {
    if (this.#state.phase.kind === 'editing')
      this.#dispatch({ kind: 'clear', cause: 'interrupted' });
  }

  render(): void {
    const state = this.#state;
    const wasInside = this.#isInside;
    const input = this.#focused && this.#fields[this.#focused].input;
    const { type, selectionStart, selectionEnd } = input ?? {};
    if (state.phase.kind === 'set')
      this.#height = this.#root.getElementById('form')?.offsetHeight ?? this.#height;
    const view = {
      state,
      judgement: this.#judged,
      fields: this.#fields,
      height: this.#height,
      isOffline: !navigator.onLine,
      on: this.#handlers,
    };
    // A field that held a PIN is never reused, because of its undo history.
    for (const hasFields of state.isEmptied ? [false, true] : [true])
      render(template({ ...view, hasFields }), this.#root);
    // When a field is revealed or masked, Chromium 147 (but not 156) moves the caret to the start
    // at the next layout.
    if (input?.type !== type) {
      this.#root.host.getBoundingClientRect();
      input!.setSelectionRange(selectionStart!, selectionEnd!);
    }
    const isFirst = this.#rendered === undefined;
    this.#state = this.#rendered = rendered(state);
    if (wasInside) this.#keepFocus(state);
    this.#reportState();
    if (!isFirst) return;
    this.#maskUnseen();
    this.#report({ kind: 'ready' });
  }

  /** Passes a key, input or clipboard event from inside the root to the focused field. */
  receive(event: Event): void {
    // Some engines raise `beforeinput` for read-only fields too.
    if (this.#state.phase.kind !== 'editing' && event.type === 'beforeinput') return;
    if (isFill(event)) {
      this.#judgement = undefined;
      for (const field of Object.values(this.#fields)) field.receiveFill();
      return;
    }
    const focused = this.#focused;
    if (focused !== undefined) return this.#fields[focused].receive(event);
    // Undo would change the PIN while no field has focus.
    if (isUndo(event)) event.preventDefault();
    this.#judgement = undefined;
  }

  #field(name: FieldName): Field {
    const fieldState = (): FieldState => ({
      length: this.#state.settings.pinLength,
      count: this.#judged.counts[name],
      isWrong: isWrong(this.#state, this.#judged, name),
    });
    return new Field(this.#root, name, fieldState, this.#handleEdit);
  }

  #listen(): void {
    const { signal } = this.#life;
    const root = this.#root;
    const on = (target: EventTarget, types: readonly string[], handle: (event: Event) => void) => {
      for (const type of types) target.addEventListener(type, handle, { signal });
    };
    on(window, ['pagehide'], () => this.empty());
    on(window, ['online', 'offline'], () => this.#dispatch({ kind: 'network' }));
    // `visibilitychange` also fires when the page becomes visible, but the PIN is masked by then.
    on(window, ['beforeprint', 'visibilitychange'], () => this.#dispatch({ kind: 'mask' }));
    // The events come from the page's other fields, because the guard stops this form's events.
    on(window, ['beforeinput'], (event) => {
      if (this.#isInside && isUndo(event)) event.preventDefault();
    });
    on(root, ['focusin'], () => this.#fitBullets());
    on(root, ['focusout'], (event) => {
      const { relatedTarget } = event as FocusEvent;
      if (!root.contains(relatedTarget as Node | null)) this.#dispatch({ kind: 'mask' });
    });
  }

  /** Measures the bullets once a field has focus, because a hidden field has no width. */
  #fitBullets(): void {
    const { lang } = this.#state.words;
    const input = this.#focused && this.#fields[this.#focused].input;
    if (!input || this.#measured === lang) return;
    this.#measured = lang;
    this.#content.style.setProperty('--_bullet', String(measureBullet(input)));
  }

  /** Masks the PIN when it leaves the viewport, because others may be watching when it returns. */
  #maskUnseen(): void {
    let wasSeen = false;
    const observer = new IntersectionObserver((entries) => {
      if (wasSeen) this.#dispatch({ kind: 'mask' });
      wasSeen = entries.at(-1)!.isIntersecting;
    });
    observer.observe(this.#content);
    this.#life.signal.addEventListener('abort', () => observer.disconnect());
  }

  readonly #handleEdit = (action: Action): void => {
    this.#judgement = undefined;
    this.#dispatch(action);
  };

  readonly #handlers: Handlers = {
    submit: (event) => {
      // Some password managers mistake a click on a button for a login, and would offer to save the
      // PIN.
      event.stopPropagation();
      this.#submit('press');
    },
    reveal: () => this.#dispatch({ kind: 'reveal' }),
    // On a Mac, pressing a button doesn't focus it. The form would lose focus and mask the PIN,
    // and the click would then reveal the PIN again.
    pressReveal: (event) => {
      if (this.#isInside) event.preventDefault();
    },
    chooseAnother: () => this.#dispatch({ kind: 'clear', cause: 'another-pin' }),
    cancel: () => this.#dispatch({ kind: 'clear', cause: 'cancel' }),
  };

  /** Submits the PIN, after reading the fields again. */
  #submit(kind: 'submit' | 'press'): void {
    this.#judgement = undefined;
    this.#dispatch({ kind });
  }

  #dispatch(action: Action): void {
    const before = this.#state;
    const [state, ...effects] = next(before, action, {
      judgement: this.#judged,
      focused: this.#focused,
      isInside: this.#isInside,
      isOffline: !navigator.onLine,
    });
    this.#state = state;
    if (state.settings !== before.settings) this.#judgement = undefined;
    this.#updating.request();
    for (const name of ['message', 'mask'] as const) {
      const timer = state.timers[name];
      if (timer === before.timers[name]) continue;
      clearTimeout(this.#timers[name]);
      if (timer) this.#timers[name] = setTimeout(() => this.#dispatch(timer.action), timer.after);
    }
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: Effect): void {
    switch (effect.kind) {
      case 'empty':
        for (const field of Object.values(this.#fields)) field.empty();
        this.#judgement = undefined;
        return;
      case 'abort':
        return this.#submission?.abort();
      case 'send':
        return void this.#send(effect);
      case 'focus': {
        const field = this.#fields[effect.field];
        // Only a visible field can receive focus. Waiting for the next update could lose input.
        if (this.#state.settings.flow === 'steps') this.render();
        field.focus();
        if (effect.selects) field.selectAll();
        return;
      }
      case 'end': {
        this.#reportState();
        const submitId = this.#submitId;
        this.#submitId = 0;
        this.#report({ kind: 'ended', submitId, outcome: effect.outcome });
      }
    }
  }

  async #send({ request, mayBeSet }: Extract<Effect, { kind: 'send' }>): Promise<void> {
    const { signal } = (this.#submission = new AbortController());
    const sent = request ?? newRequest(this.#state.settings);
    const end = await setPin(this.#fields.new.read()!, sent, {
      ...this.#connection,
      report: (progress) => {
        if (!signal.aborted) this.#dispatch({ kind: 'progress', progress });
      },
      signal,
      mayBeExecuted: mayBeSet,
    });
    if (!signal.aborted) this.#dispatch({ kind: 'outcome', ...end });
  }

  #update(): void {
    if (this.#state !== this.#rendered) this.render();
    else this.#reportState();
  }

  #reportState(): void {
    const visible = visibleStateOf(this.#state, this.#judged);
    const text = JSON.stringify(visible);
    if (text !== this.#reported) this.#report({ kind: 'state', ...visible });
    this.#reported = text;
  }

  /** Restores the focus, because the focused field, the button or the whole form may be gone. */
  #keepFocus({ newPart = '', message, phase }: FormState): void {
    const part = this.#root.getElementById(newPart);
    // While a PIN is unconfirmed, the submit button is in a different place.
    const button = phase.kind === 'editing' ? null : this.#root.getElementById('submit');
    if (part && message.takesFocus) part.focus({ preventScroll: true });
    else if (!this.#isInside && button !== null) button.focus();
    else if (!this.#isInside) this.#focus();
    if (part?.parentElement) this.#page.bringIntoView(part.parentElement);
  }

  #focus(options?: FocusOptions): void {
    if (this.#state.phase.kind === 'set') this.#root.getElementById('panel')?.focus(options);
    else this.#fields[startOf(this.#state)].focus(options);
  }

  get #content(): HTMLElement {
    return this.#root.firstElementChild as HTMLElement;
  }

  get #judged(): Judgement {
    const { new: first, confirm } = this.#fields;
    const { settings } = this.#state;
    return (this.#judgement ??= judge(
      first.read(),
      settings.noConfirm ? '' : confirm.read(),
      settings,
    ));
  }

  get #focused(): FieldName | undefined {
    return (['new', 'confirm'] as const).find((name) => this.#fields[name].hasFocus);
  }

  get #isInside(): boolean {
    return this.#root.activeElement !== null && this.#page.hasFocus();
  }
}

/**
 * Returns whether an event is an undo or redo. Chromium and WebKit keep one undo history for the
 * whole page. If the focused field has nothing to undo, undo changes and focuses another field.
 */
function isUndo(event: Event): boolean {
  return event.type === 'beforeinput' && (event as InputEvent).inputType.startsWith('history');
}

/**
 * Returns a bullet's width in a masked field, relative to a digit's. The ratio depends on the
 * browser's bullet and, through the font, on the language and the system, and can be as large as 2.
 */
function measureBullet(field: HTMLInputElement): number {
  // The field itself isn't measured, because its value must never be assigned.
  const sample = document.createElement('input');
  sample.className = 'sample';
  // Uses many characters, because browsers round the width to whole pixels.
  sample.setAttribute('value', '0'.repeat(99));
  field.before(sample);
  const [digits, bullets] = ['text', 'password'].map((type) => {
    sample.type = type;
    return sample.scrollWidth;
  });
  sample.remove();
  return bullets! / digits!;
}
