/** The host side's nodes. Loading Lit's templates isn't worth it for a dozen nodes. */
import type { FormSettings } from '../../contract/settings.js';
import { THEME } from '../../contract/theme.js';
import type { SettingsCommand } from '../../contract/wire.js';
import type { Sentence, Words } from '../../messages/catalogue.js';
import type { Look } from '../protocol.js';

/** `slow` if the frame page takes a while to answer, and `failed` if it doesn't load. */
export type Stage = 'loading' | 'slow' | 'ready' | 'failed';

export class FramedView {
  readonly #root: ShadowRoot;
  readonly frame = create('iframe', {
    sandbox: 'allow-scripts allow-same-origin',
    referrerpolicy: 'origin',
    allow: '',
  });
  readonly #reload = create('button', { part: 'submit', class: 'submit' });
  readonly #skeleton = create('div', { class: 'skeleton', 'aria-hidden': 'true' });
  readonly #status = create('p', { role: 'status' });
  readonly #alert = create('p', { part: 'notice', role: 'alert', 'aria-live': 'assertive' });
  readonly #messages = create('div', {}, this.#alert);
  readonly #content = create('div', {}, this.frame, this.#messages);

  constructor(root: ShadowRoot, onReload: () => void) {
    this.#root = root;
    this.#reload.onclick = onReload;
  }

  render(stage: Stage, { words, settings }: SettingsCommand, notice: Sentence | undefined): void {
    const isLoading = stage === 'loading' || stage === 'slow';
    this.#content.lang = words.lang;
    this.#content.dir = words.dir;
    this.#reload.textContent = words.reload;
    this.frame.title = words.submit;
    this.frame.className = isLoading ? 'loading' : '';
    const [shown, hidden] =
      stage === 'failed' ? [this.#reload, this.frame] : [this.frame, this.#reload];
    if (shown.parentNode === null) hidden.replaceWith(shown);
    if (!isLoading) {
      this.#skeleton.remove();
      this.#status.remove();
    } else {
      this.#skeleton.replaceChildren(...skeletonOf(words, settings, stage === 'slow'));
      if (this.#skeleton.parentNode === null) {
        this.#content.prepend(this.#skeleton);
        this.#messages.prepend(this.#status);
      }
    }
    announce(this.#status, stage === 'slow' ? words.loading : '');
    announce(this.#alert, notice?.(words) ?? '');
    this.#alert.className = notice ? 'notice error' : 'notice';
    this.#messages.className = notice ? 'status' : 'status unseen';
    if (this.#content.parentNode === null) this.#root.append(this.#content);
  }

  /** Loads a page. Reinserts the frame, so that the Back button skips the previous page. */
  load(address: string): void {
    this.frame.replaceWith(this.#reload);
    this.frame.src = address;
    this.#reload.replaceWith(this.frame);
  }

  remove(): void {
    this.#content.remove();
  }

  focus(options?: FocusOptions): void {
    (this.frame.parentNode ? this.frame : this.#reload).focus(options);
  }

  readLook(): Look {
    const style = getComputedStyle(this.frame);
    return {
      appearance: this.#root.host.getAttribute('appearance') ?? '',
      theme: Object.fromEntries(
        THEME.map((name) => [name, style.getPropertyValue(name).trim()] as const),
      ),
      // The style sheet has one colour per scheme.
      scheme: style.color === 'rgb(255, 255, 255)' ? 'dark' : 'light',
      direction: style.direction === 'rtl' ? 'rtl' : 'ltr',
      textSize: parseFloat(style.fontSize),
    };
  }
}

/** Announces text in a live region, but only once. */
function announce(region: HTMLElement, text: string): void {
  if (region.textContent !== text) region.textContent = text;
}

/** Returns a skeleton as high as the form, with the form's texts, because texts may wrap. */
function skeletonOf(words: Words, settings: FormSettings, isSlow: boolean): readonly HTMLElement[] {
  const isSingle = settings.noConfirm || settings.flow === 'steps';
  return [
    field(isSingle ? 'pin single' : 'pin', words.newPin, words.hint),
    ...(isSingle ? [] : [field('pin', words.confirmPin)]),
    create('p', { class: 'submit' }, isSlow ? words.loading : ''),
  ];
}

function field(classes: string, label: string, hint = ''): HTMLElement {
  return create(
    'div',
    { class: classes },
    create('label', {}, create('span', {}, label)),
    create('div', { class: 'field' }),
    create('p', { class: 'hint' }, create('span', {}, hint)),
  );
}

function create<T extends string>(
  tag: T,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly (Node | string)[]
): T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element as ReturnType<typeof create<T>>;
}
