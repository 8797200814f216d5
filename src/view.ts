/**
 * What is shown in each phase: markup and ARIA, from plain values.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { fill } from './messages/catalogue.js';
import { en } from './messages/en.js';
import { isAgain, isBusy, type Phase } from './phase.js';
import type { PinField } from './pin-field.js';

/** All that the markup depends on. */
export interface View {
  readonly phase: Phase;
  /** The count of entries: with a new one the fields are new. */
  readonly entry: number;
  readonly newPin: PinField;
  readonly confirmation: PinField;
  /** Digits in a PIN. */
  readonly length: number;
  /** What is wrong with each field; empty where nothing is. */
  readonly errors: FieldErrors;
  readonly message: Message;
  readonly revealed: boolean;
  readonly disabled: boolean;
  readonly handleSubmit: (event: Event) => void;
  readonly handleReveal: () => void;
  readonly handleStartOver: () => void;
  readonly handleCancel: () => void;
}

/** A sentence for each field that is wrong. */
export interface FieldErrors {
  readonly new: string;
  readonly confirm: string;
}

/** What the form says beside its fields. */
export interface Message {
  /** `unseen`: spoken alone, as the sentence is seen at its field. */
  readonly tone: 'polite' | 'warning' | 'error' | 'unseen';
  readonly text: string;
  readonly requestId?: string | undefined;
}

/** The whole content of the root. The words are English, whatever the page's language is. */
export function template(view: View): TemplateResult {
  const { phase } = view;
  return html`<div lang="en">
    ${phase.kind === 'set' ? panel(phase.last4) : form(view)} ${messages(view)}
  </div>`;
}

/** What a cardholder reads when the PIN is set. */
export function setSentence(last4: string): string {
  return last4 === '' ? en.setWithoutLast4 : fill(en.set, { last4 });
}

function form(view: View): TemplateResult {
  const { phase, disabled, length, errors, revealed } = view;
  const busy = isBusy(phase);
  const state = { revealed, disabled, locked: phase.kind !== 'editing' };
  return html`<form
    id="form"
    part="form"
    novalidate
    aria-busy=${busy ? 'true' : nothing}
    @submit=${view.handleSubmit}
  >
    <slot name="heading"></slot>
    <p part="hint" class="hint" id="hint">${fill(en.hint, { length })}</p>
    ${keyed(
      view.entry,
      html`${view.newPin.template({
        ...state,
        label: en.newPin,
        error: fill(errors.new, { length }),
        describedBy: 'hint',
        enterKeyHint: 'next',
        aside: reveal(view),
      })}
      ${view.confirmation.template({
        ...state,
        label: en.confirmPin,
        error: fill(errors.confirm, { length }),
        enterKeyHint: 'done',
      })}`,
    )}
    <slot name="help"></slot>
    <div class="actions">
      <button
        part="submit"
        class="submit"
        ?disabled=${disabled}
        aria-disabled=${busy ? 'true' : nothing}
      >
        ${submitLabel(phase)}
      </button>
      ${wayOut(view)}
    </div>
  </form>`;
}

/** The other way to go on, where there are two. */
function wayOut({ phase, handleStartOver, handleCancel }: View): TemplateResult | typeof nothing {
  const [handle, label] =
    phase.kind === 'unconfirmed'
      ? [handleStartOver, en.startOver]
      : phase.kind === 'waiting' || isAgain(phase)
        ? [handleCancel, en.cancel]
        : [];
  return handle === undefined
    ? nothing
    : html`<button type="button" class="way-out" @click=${handle}>${label}</button>`;
}

function submitLabel(phase: Phase): TemplateResult | string {
  if (isBusy(phase)) return html`<span class="spinner"></span>${en.submitting}`;
  return phase.kind === 'unconfirmed' ? en.tryAgain : en.submit;
}

function reveal({ phase, revealed, disabled, handleReveal }: View): TemplateResult {
  return html`<button
    type="button"
    part="reveal"
    class="reveal"
    aria-label=${en.showPinName}
    aria-pressed=${revealed ? 'true' : 'false'}
    aria-disabled=${phase.kind === 'editing' ? nothing : 'true'}
    ?disabled=${disabled}
    @click=${handleReveal}
  >
    ${EYE} ${en.showPin}
  </button>`;
}

function panel(last4: string): TemplateResult {
  return html`<div
    id="panel"
    part="success"
    class="success"
    role="group"
    aria-labelledby="set"
    tabindex="-1"
  >
    ${CHECK}
    <strong id="set">${setSentence(last4)}</strong>
    <span class="next">${en.setNext}</span>
  </div>`;
}

/** Both live regions stand there before they speak. */
function messages({ phase, message: { tone, text, requestId } }: View): TemplateResult {
  const polite =
    phase.kind === 'waiting'
      ? en.waiting
      : isAgain(phase)
        ? en.again
        : tone === 'polite'
          ? text
          : '';
  return html`<div part="status" class="status ${phase.kind === 'set' ? 'unseen' : ''}">
    <p role="status">${polite}</p>
    <p class="notice ${tone}" role="alert">
      ${tone === 'polite' ? '' : text}${
        requestId === undefined
          ? nothing
          : html`<span class="quote" translate="no">${fill(en.quote, { requestId })}</span>`
      }
    </p>
  </div>`;
}

const EYE = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
  <circle cx="12" cy="12" r="2.75" />
  <path class="slash" d="M4 4l16 16" />
</svg>`;

const CHECK = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="10" />
  <path class="check" d="M7.5 12.5l3 3 6-6.5" />
</svg>`;
