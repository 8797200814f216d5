/**
 * What is shown in each phase: markup and ARIA, from plain values.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { fill, type Sentence, type Words } from '../messages/catalogue.js';
import { isAgain, isBusy, type Phase } from './phase.js';
import type { PinEntry } from './entry.js';

/** All that the markup depends on. */
export interface View {
  readonly words: Words;
  readonly phase: Phase;
  /** Counts, one by one as they are rendered, the entries of which each has new fields. */
  readonly round: number;
  readonly entry: PinEntry;
  /** Digits in a PIN. */
  readonly length: number;
  readonly message: Message;
  /** Whether what stands in the live regions was said before, in other words. */
  readonly reworded: boolean;
  readonly revealed: boolean;
  readonly disabled: boolean;
  /** Whether there is a second field. */
  readonly confirms: boolean;
  /** Whether the browser knows that it has no network. */
  readonly offline: boolean;
  readonly handleSubmit: (event: Event) => void;
  readonly handleReveal: () => void;
  readonly handleRevealPress: (event: Event) => void;
  readonly handleStartOver: () => void;
  readonly handleCancel: () => void;
}

/** What the form says beside its fields. */
export interface Message {
  /** `unseen`: spoken alone, as the sentence is seen at its field; `quiet`: the same, politely. */
  readonly tone: 'polite' | 'quiet' | 'warning' | 'error' | 'unseen';
  readonly text?: Sentence | undefined;
  readonly requestId?: string | undefined;
}

/** The whole content of the root. */
export function template(view: View): TemplateResult {
  const { words, phase } = view;
  return html`<div lang=${words.lang} dir=${words.dir}>
    ${phase.kind === 'set' ? panel(words, phase.last4) : form(view)} ${messages(view)}
  </div>`;
}

/** What a cardholder reads when the PIN is set. */
export function setSentence(last4: string): Sentence {
  return (words) => (last4 === '' ? words.setWithoutLast4 : fill(words.set, { last4 }));
}

function form(view: View): TemplateResult {
  const { words, phase, entry, length, disabled, revealed, confirms } = view;
  const error = (of?: Sentence): string => of?.(words) ?? '';
  const busy = isBusy(phase);
  const state = { revealed, disabled, locked: phase.kind !== 'editing' };
  // Of two templates, by turns: where another comes in its place Lit makes new nodes. Its directive for that is 180 bytes more.
  const fields = html`${entry.newPin.template({
    ...state,
    label: words.newPin,
    error: error(entry.errors.new),
    advice: error(entry.advice),
    describedBy: 'hint',
    enterKeyHint: confirms ? 'next' : 'done',
    aside: reveal(view),
  })}
  ${
    confirms
      ? entry.confirmation.template({
          ...state,
          label: words.confirmPin,
          error: error(entry.errors.confirm),
          enterKeyHint: 'done',
        })
      : nothing
  }`;
  return html`<form
    id="form"
    part="form"
    .style=${`--_length:${length};--_gaps:"${'\xa0'.repeat(length - 1)}"`}
    novalidate
    aria-busy=${busy ? 'true' : nothing}
    @submit=${view.handleSubmit}
  >
    <slot name="heading"></slot>
    <p part="hint" class="hint" id="hint">${words.hint}</p>
    ${view.round % 2 === 0 ? html`${fields}` : html` ${fields}`}
    <slot name="help"></slot>
    <button
      part="submit"
      class="submit"
      ?disabled=${disabled}
      aria-disabled=${busy ? 'true' : nothing}
    >
      ${submitLabel(view)}
    </button>
  </form>`;
}

/** The other way to go on, where there are two. */
function wayOut({
  words,
  phase,
  handleStartOver,
  handleCancel,
}: View): TemplateResult | typeof nothing {
  const [handle, label] =
    phase.kind === 'unconfirmed'
      ? [handleStartOver, words.startOver]
      : phase.kind === 'waiting' || isAgain(phase)
        ? [handleCancel, words.cancel]
        : [];
  return handle === undefined
    ? nothing
    : html`<button type="button" part="way-out" class="way-out" @click=${handle}>${label}</button>`;
}

function submitLabel({ words, phase }: View): TemplateResult | string {
  if (isBusy(phase)) return html`<span class="spinner"></span>${words.submitting}`;
  return phase.kind === 'unconfirmed' ? words.tryAgain : words.submit;
}

function reveal({
  words,
  phase,
  revealed,
  disabled,
  confirms,
  handleReveal,
  handleRevealPress,
}: View): TemplateResult {
  return html`<button
    type="button"
    part="reveal"
    class="reveal"
    aria-label=${confirms ? words.showPinName : nothing}
    aria-pressed=${revealed ? 'true' : 'false'}
    aria-disabled=${phase.kind === 'editing' ? nothing : 'true'}
    ?disabled=${disabled}
    @mousedown=${handleRevealPress}
    @click=${handleReveal}
  >
    ${EYE} ${words.showPin}
  </button>`;
}

function panel(words: Words, last4: string): TemplateResult {
  return html`<div
    id="panel"
    part="success"
    class="success"
    role="group"
    aria-labelledby="set"
    tabindex="-1"
  >
    ${CHECK}
    <strong id="set">${setSentence(last4)(words)}</strong>
    <span class="next">${words.setNext}</span>
  </div>`;
}

/** Both live regions stand there before they speak. */
function messages(view: View): TemplateResult {
  const {
    words,
    phase,
    message: { tone, text, requestId },
  } = view;
  const said = text?.(words) ?? '';
  const isPolite = tone === 'polite' || tone === 'quiet';
  const live = view.reworded ? 'off' : nothing;
  return html`<div part="status" class="status ${phase.kind === 'set' ? 'unseen' : ''}">
    <p role="status" aria-live=${live}>
      <span>${progress(view)}</span> <span class=${tone}>${isPolite ? said : ''}</span>
    </p>
    <p part="notice" class="notice ${tone}" role="alert" aria-live=${live}>
      ${isPolite ? '' : said}${
        requestId === undefined
          ? nothing
          : html`<span class="quote" translate="no">${fill(words.quote, { requestId })}</span>`
      }
    </p>
    ${wayOut(view)}
  </div>`;
}

/** What goes on, as far as it has to be told. */
function progress({ words, phase, offline, message: { tone, text } }: View): string | undefined {
  if (phase.kind === 'waiting') return words.waiting;
  if (isAgain(phase)) return words.again;
  // Said before anything is sent, and in place of nothing else that is seen there.
  const free = text === undefined || tone === 'unseen' || tone === 'quiet';
  return offline && free && phase.kind === 'editing' ? words.offline : undefined;
}

const EYE = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
  <circle cx="12" cy="12" r="2.75" />
</svg>`;

const CHECK = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="10" />
  <path class="check" d="M7.5 12.5l3 3 6-6.5" />
</svg>`;
