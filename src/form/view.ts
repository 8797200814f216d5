/**
 * Markup and ARIA of each phase, from plain values.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { fill, type Sentence, type Words } from '../messages/catalogue.js';
import type { Invalid } from '../set-pin/outcome.js';
import type { Announcer } from './announcer.js';
import type { Entry } from './entry.js';
import { isBusy, isRetrying, type Phase } from './phase.js';
import { hintOf } from './hint.js';
import type { FormSettings } from './settings.js';

/** Everything that the markup depends on. */
export interface View {
  readonly words: Words;
  readonly settings: FormSettings;
  readonly phase: Phase;
  readonly entry: Entry;
  /** The field that is shown. `undefined` if all are. */
  readonly step: Invalid['field'] | undefined;
  readonly announcer: Announcer;
  /** Counts the entries. Each has new fields. */
  readonly round: number;
  readonly isRevealed: boolean;
  /** `true` if the browser knows that it has no network. */
  readonly isOffline: boolean;
  readonly on: Handlers;
}

/** Handlers of the controls. */
export interface Handlers {
  readonly submit: (event: Event) => void;
  readonly reveal: () => void;
  readonly pressReveal: (event: Event) => void;
  readonly startOver: () => void;
  readonly cancel: () => void;
}

/** Returns the whole content of the root. */
export function template(view: View): TemplateResult {
  const { words, phase } = view;
  return html`<div lang=${words.lang} dir=${words.dir}>
    ${phase.kind === 'set' ? panel(words, phase) : form(view)} ${messages(view)}
  </div>`;
}

/** Returns what a cardholder hears when the PIN is set and the panel does not get the focus. */
export function setSentence(last4: string): Sentence {
  return (words) => `${words.set} ${setFor(words, last4)}`;
}

function setFor(words: Words, last4: string): string {
  return last4 && fill(words.setFor, { last4 });
}

function form(view: View): TemplateResult {
  const { words, settings, phase, entry, step, isRevealed } = view;
  const { length, disabled, confirms } = settings;
  const error = (sentence?: Sentence): string => sentence?.(words) ?? '';
  const state = { revealed: isRevealed, disabled, locked: phase.kind !== 'editing' };
  const fields = html`${entry.newPin.template({
    ...state,
    label: words.newPin,
    error: error(entry.errors.new),
    advice: error(entry.advice),
    hidden: step === 'confirm',
    describedBy: 'hint',
    enterKeyHint: confirms ? 'next' : 'done',
    aside: step === 'confirm' ? undefined : reveal(view),
  })}
  ${
    confirms
      ? entry.confirmation.template({
          ...state,
          label: words.confirmPin,
          error: error(entry.errors.confirm),
          hidden: step === 'new',
          enterKeyHint: 'done',
          aside: step === 'confirm' ? reveal(view) : undefined,
        })
      : nothing
  }`;
  return html`<form
    id="form"
    part="form"
    .style=${`--_length:${length};--_gaps:"${'\xa0'.repeat(length - 1)}"`}
    novalidate
    aria-busy=${isBusy(phase) ? 'true' : nothing}
    @submit=${view.on.submit}
  >
    <slot name="heading"></slot>
    <p part="hint" class="hint" id="hint">${hintOf(words, settings)}</p>
    ${
      // Alternates between two templates, so that Lit creates new nodes. Lit's directive for this
      // would add 180 bytes.
      view.round % 2 === 0 ? html`${fields}` : html` ${fields}`
    }
    <slot name="help"></slot>
    ${phase.kind === 'unconfirmed' ? nothing : submit(view)}
  </form>`;
}

function submit(view: View): TemplateResult {
  return html`<button
    id="submit"
    form="form"
    part="submit"
    class="submit"
    ?disabled=${view.settings.disabled}
    aria-disabled=${isBusy(view.phase) ? 'true' : nothing}
  >
    ${submitLabel(view)}
  </button>`;
}

/** Returns the second button, if there are two ways to continue. */
function wayOut({ words, phase, step, on }: View): TemplateResult | typeof nothing {
  const [handle, label] =
    phase.kind === 'unconfirmed' || (phase.kind === 'editing' && step === 'confirm')
      ? [on.startOver, words.startOver]
      : phase.kind === 'waiting' || isRetrying(phase)
        ? [on.cancel, words.cancel]
        : [];
  return handle === undefined
    ? nothing
    : html`<button type="button" part="way-out" class="way-out" @click=${handle}>${label}</button>`;
}

function submitLabel({ words, phase, step }: View): TemplateResult | string {
  if (isBusy(phase)) return html`<span class="spinner"></span>${words.submitting}`;
  if (step === 'new') return words.next;
  return phase.kind === 'unconfirmed' ? words.tryAgain : words.submit;
}

function reveal({
  words,
  settings: { disabled, confirms },
  phase,
  step,
  isRevealed,
  on,
}: View): TemplateResult {
  return html`<button
    type="button"
    part="reveal"
    class="reveal"
    aria-label=${confirms && step === undefined ? words.showPinName : nothing}
    aria-pressed=${isRevealed ? 'true' : 'false'}
    aria-disabled=${phase.kind === 'editing' ? nothing : 'true'}
    ?disabled=${disabled}
    @mousedown=${on.pressReveal}
    @click=${on.reveal}
  >
    ${EYE} ${words.showPin}
  </button>`;
}

function panel(words: Words, { last4, height }: Phase & { kind: 'set' }): TemplateResult {
  return html`<div
    id="panel"
    part="success"
    class="success"
    .style=${`min-height:${height}px`}
    role="group"
    aria-labelledby="set next"
    tabindex="-1"
  >
    ${CHECK}
    <strong id="set">${words.set}</strong>
    <span id="next" class="next">${`${setFor(words, last4)} ${words.setNext}`}</span>
    <slot name="success"></slot>
  </div>`;
}

/** Returns the live regions. Both must exist before their text changes. */
function messages(view: View): TemplateResult {
  const { words, announcer } = view;
  const { tone, text, requestId, takesFocus = false } = announcer.message;
  const said = text?.(words) ?? '';
  const isPolite = tone === 'polite' || tone === 'quiet';
  const live = announcer.isReworded ? 'off' : nothing;
  return html`<div part="status" class="status">
    <p role="status" aria-live=${live}>
      <span>${progress(view)}</span> <span class=${tone}>${isPolite ? said : ''}</span>
    </p>
    <p
      id="notice"
      part="notice"
      class="notice ${tone}"
      role="alert"
      aria-live=${takesFocus ? 'off' : live}
      aria-labelledby=${takesFocus ? 'notice' : nothing}
      tabindex="-1"
    >
      ${isPolite ? '' : said}${requestId === undefined ? nothing : quote(words, requestId)}
    </p>
    ${
      // Below the notice, which explains it.
      view.phase.kind === 'unconfirmed' ? submit(view) : nothing
    }
    ${wayOut(view)}
  </div>`;
}

/** Returns the reference of a failure. A click or tap selects the whole of it. */
function quote(words: Words, requestId: string): TemplateResult {
  const [before, after] = words.quote.split('{requestId}');
  return html`<span class="quote" translate="no"
    >${before}<code dir="ltr">${requestId}</code>${after}</span
  >`;
}

/** Returns the text about another attempt, or about a missing network. */
function progress({ words, phase, isOffline, announcer }: View): string | undefined {
  if (isRetrying(phase)) return words.again;
  const { tone, text } = announcer.message;
  // The offline notice must not replace a message that is visible in the same place.
  const isFree = text === undefined || tone === 'unseen' || tone === 'quiet';
  return isOffline && isFree && phase.kind === 'editing' ? words.offline : undefined;
}

const EYE = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
  <circle cx="12" cy="12" r="2.75" />
  <path class="stroke" d="M4 4l16 16" />
</svg>`;

const CHECK = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="10" />
  <path class="check" d="M7.5 12.5l3 3 6-6.5" />
</svg>`;
