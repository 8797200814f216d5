/** Renders each phase's markup and ARIA attributes from plain values. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Sentence, Words } from '../messages/catalogue.js';
import { setFor } from '../messages/notice.js';
import { adviceOf, FULL, isBusy, isRetrying, shownFieldOf, type FormState } from './form-state.js';
import type { Field } from './field.js';
import type { FieldName, Judgement } from './judgement.js';

export interface View {
  readonly state: FormState;
  readonly judgement: Judgement;
  readonly fields: Readonly<Record<FieldName, Field>>;
  readonly hasFields: boolean;
  /** The panel's minimum height, in CSS pixels. */
  readonly height: number;
  readonly isOffline: boolean;
  readonly on: Handlers;
}

export type Handlers = Readonly<
  Record<'submit' | 'reveal' | 'pressReveal' | 'chooseAnother' | 'cancel', (event: Event) => void>
>;

export function template(view: View): TemplateResult {
  const { words, phase } = view.state;
  return html`<div lang=${words.lang} dir=${words.dir}>
    ${phase.kind === 'set' ? panel(words, phase.last4, view.height) : form(view)} ${messages(view)}
  </div>`;
}

function form(view: View): TemplateResult {
  const { state, fields } = view;
  const { words, settings, phase, errors, isRevealed } = state;
  const { pinLength, disabled, noConfirm } = settings;
  const shown = shownFieldOf(state);
  const full = state.message === FULL ? words.full : '';
  const text = (sentence?: Sentence): string => sentence?.(words) ?? '';
  const isSingle = noConfirm || shown !== undefined;
  const common = { isSingle, revealed: isRevealed, disabled, locked: phase.kind !== 'editing' };
  const entry = html`${fields.new.template({
    ...common,
    label: words.newPin,
    error: text(errors.new),
    advice: text(adviceOf(state, view.judgement)),
    hidden: shown === 'confirm',
    hint: (fields.new.hasFocus && full) || words.hint,
    enterKeyHint: noConfirm ? 'done' : 'next',
    aside: noConfirm || shown === 'new' ? reveal(view) : undefined,
  })}
  ${
    noConfirm
      ? nothing
      : fields.confirm.template({
          ...common,
          label: words.confirmPin,
          error: text(errors.confirm),
          hint: fields.confirm.hasFocus ? full : '',
          hidden: shown === 'new',
          enterKeyHint: 'done',
          aside: shown === 'new' ? undefined : reveal(view),
        })
  }`;
  // Not a `<form>`, because Firefox would fill in a saved password and offer to save the PIN. A
  // form also wouldn't submit in a sandbox without `allow-forms`.
  return html`<div
    id="form"
    part="form"
    .style=${`--_length:${pinLength};--_gaps:"${'\xa0'.repeat(pinLength - 1)}"`}
    aria-busy=${isBusy(phase) ? 'true' : nothing}
  >
    <slot name="heading"></slot>
    ${view.hasFields ? entry : nothing}
    <slot name="help"></slot>
    ${phase.kind === 'unconfirmed' ? nothing : submit(view)}
  </div>`;
}

function submit(view: View): TemplateResult {
  return html`<button
    type="button"
    id="submit"
    part="submit"
    class="submit"
    ?disabled=${view.state.settings.disabled}
    aria-disabled=${isBusy(view.state.phase) ? 'true' : nothing}
    @click=${view.on.submit}
  >
    ${submitLabel(view.state)}
  </button>`;
}

/** Returns the second button, if there are two ways to continue. */
function secondaryButton({ state, on }: View): TemplateResult | typeof nothing {
  const { words, phase } = state;
  const [handle, label] =
    phase.kind === 'unconfirmed' || (phase.kind === 'editing' && shownFieldOf(state) === 'confirm')
      ? [on.chooseAnother, words.chooseAnother]
      : phase.kind === 'waiting' || isRetrying(phase)
        ? [on.cancel, words.cancel]
        : [];
  return handle === undefined
    ? nothing
    : html`<button type="button" part="secondary" class="secondary" @click=${handle}>
        ${label}
      </button>`;
}

function submitLabel(state: FormState): TemplateResult | string {
  const { words, phase } = state;
  if (isBusy(phase)) return html`<span class="spinner"></span>${words.submitting}`;
  if (shownFieldOf(state) === 'new') return words.next;
  return phase.kind === 'unconfirmed' ? words.tryAgain : words.submit;
}

function reveal({ state, on }: View): TemplateResult {
  const { words, settings, phase, isRevealed } = state;
  const isOfBoth = !settings.noConfirm && settings.flow !== 'steps';
  return html`<button
    type="button"
    part="reveal"
    class="reveal"
    aria-label=${isOfBoth ? (isRevealed ? words.hidePinName : words.showPinName) : nothing}
    aria-disabled=${phase.kind === 'editing' ? nothing : 'true'}
    ?disabled=${settings.disabled}
    @mousedown=${on.pressReveal}
    @click=${on.reveal}
  >
    ${isRevealed ? CROSSED_EYE : EYE} ${isRevealed ? words.hidePin : words.showPin}
  </button>`;
}

function panel(words: Words, last4: string, height: number): TemplateResult {
  const card = setFor(words, last4);
  return html`<div
    id="panel"
    part="success"
    class="success"
    .style=${`min-height:${height}px`}
    role="group"
    aria-labelledby="set"
    aria-describedby="set-for set-next"
    tabindex="-1"
  >
    ${CHECK}
    <strong id="set">${words.set}</strong>
    <span id="set-for">${card}</span>
    <span id="set-next">${words.setNext}</span>
    <slot name="success"></slot>
  </div>`;
}

/** Returns the live regions, which must exist before their text changes. */
function messages(view: View): TemplateResult {
  const { words, message, phase } = view.state;
  const { tone, text, requestId, takesFocus = false } = message;
  const said = text?.(words) ?? '';
  const isPolite = tone === 'polite' || tone === 'quiet';
  return html`<div part="status" class="status">
    <p role="status">
      <span>${progress(view)}</span> <span class=${tone}>${isPolite ? said : ''}</span>
    </p>
    <p
      id="notice"
      part="notice"
      class="notice ${tone}"
      role=${takesFocus ? 'group' : nothing}
      aria-labelledby=${takesFocus ? 'said' : nothing}
      tabindex="-1"
    >
      <span id="said" role="alert" aria-live=${takesFocus ? 'off' : 'assertive'}
        >${isPolite ? '' : said}</span
      >${
        // Not in the live region, because screen readers would spell out the id.
        requestId === undefined ? nothing : quote(words, requestId)
      }
    </p>
    ${
      // Shown below the notice, which explains the button.
      phase.kind === 'unconfirmed' ? submit(view) : nothing
    }
    ${secondaryButton(view)}
  </div>`;
}

/** Returns a failure's request id. A click or tap selects the whole id. */
function quote(words: Words, requestId: string): TemplateResult {
  const [before, after] = words.quote.split('{requestId}');
  return html`<span class="quote" translate="no"
    >${before}<code dir="ltr">${requestId}</code>${after}</span
  >`;
}

function progress({ state, isOffline }: View): string | undefined {
  const { words, phase, message } = state;
  if (isRetrying(phase)) return words.again;
  const { tone, text } = message;
  // The offline notice must not replace a message that is visible in the same place.
  const isFree = text === undefined || tone === 'unseen' || tone === 'quiet';
  return isOffline && isFree && phase.kind === 'editing' ? words.offline : undefined;
}

const EYE = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
  <circle cx="12" cy="12" r="2.75" />
</svg>`;

const CROSSED_EYE = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path
    d="M10 5.7l2-.2c6.4 0 10 6.5 10 6.5a18 18 0 0 1-2.7 3.4M6.3 7.3A17 17 0 0 0 2 12s3.6 6.5 10 6.5q2.8 0 5-1.4M10 10a2.8 2.8 0 0 0 4 4M4 4l16 16"
  />
</svg>`;

const CHECK = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="10" />
  <path class="check" d="M7.5 12.5l3 3 6-6.5" />
</svg>`;
