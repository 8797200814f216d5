/** A form's state, without digits or nodes, and its reducer {@link next}. Pure. */
import type { Sentence, Words } from '../messages/catalogue.js';
import { noticeOf, problemSentence, setSentence } from '../messages/notice.js';
import type { TextProblem } from '../pin/digits.js';
import type { Progress } from '../service/submit.js';
import { ENDS, type FailedOutcome, type Invalid, type Outcome } from '../set-pin/outcome.js';
import { CLEARING, type ClearCause } from './clearing.js';
import type { FieldName, Judgement } from './judgement.js';
import { changesJudgement, needsNewEntry, type FormSettings } from '../contract/settings.js';
import type { PinRequest, Submitted } from './submission.js';
import type { Command, VisibleState, SettingsCommand } from '../contract/wire.js';

export interface FormState {
  readonly settings: FormSettings;
  readonly words: Words;
  readonly phase: Phase;
  readonly errors: Readonly<Partial<Record<FieldName, Sentence | undefined>>>;
  readonly message: Message;
  /** The visible field, if the form shows one at a time. */
  readonly shownField: FieldName;
  readonly isRevealed: boolean;
  /** `true` if the next render creates new fields, because the old ones have an undo history. */
  readonly isEmptied: boolean;
  /** The id of the part that the next render brings into view, if the form has focus. */
  readonly newPart: string | undefined;
  /** `true` if the last submit wasn't sent, because the browser reported that it was offline. */
  readonly wasToldOffline: boolean;
  readonly timers: Timers;
}

export type Phase =
  | { readonly kind: 'editing' }
  /** `isRetry` is `true` if an attempt failed and another one follows. */
  | { readonly kind: 'submitting'; readonly isRetry: boolean; readonly mayBeSet: boolean }
  /** A submit is waiting for a client token. */
  | { readonly kind: 'waiting'; readonly isFirst: boolean; readonly mayBeSet: boolean }
  /** The PIN may or may not be set. Locked fields keep the PIN, so it can be sent again. */
  | { readonly kind: 'unconfirmed'; readonly request: PinRequest }
  /** `last4` is empty if the API didn't send four digits. */
  | { readonly kind: 'set'; readonly last4: string };

/** A message below the fields. */
export interface Message {
  /** `unseen` and `quiet` (polite) messages are only announced, and are visible elsewhere. */
  readonly tone: 'polite' | 'quiet' | 'warning' | 'error' | 'unseen';
  readonly text?: Sentence | undefined;
  readonly requestId?: string | undefined;
  /** `true` if the notice receives focus, so that a screen reader reads it only once. */
  readonly takesFocus?: boolean;
}

/** A delayed action. The form cancels a timer as soon as the state no longer contains it. */
export interface Timer {
  /** Milliseconds from the first state that contains the timer. */
  readonly after: number;
  readonly action: Action;
}

/** `message` shows the progress message, and `mask` masks the PIN again. */
export type Timers = Readonly<Partial<Record<'message' | 'mask', Timer | undefined>>>;

/** An action that {@link next} handles. */
export type Action =
  | Exclude<Command, { kind: 'focus' | 'submit' }>
  | { readonly kind: 'edit' | 'leave'; readonly field: FieldName }
  /** A digit was typed into a full field. */
  | { readonly kind: 'full' }
  | { readonly kind: 'refuse'; readonly field: FieldName; readonly problem: TextProblem }
  /** The page (`submit`) or the cardholder (`press`) submits the PIN. */
  | { readonly kind: 'submit' | 'press' }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | ({ readonly kind: 'outcome' } & Submitted)
  | { readonly kind: 'clear'; readonly cause: ClearCause }
  /** The cardholder reveals the PIN, or masks it again. */
  | { readonly kind: 'reveal' }
  | { readonly kind: 'mask' }
  | { readonly kind: 'message'; readonly message: Message }
  /** The browser went online or offline. */
  | { readonly kind: 'network' };

/** Facts that aren't part of the state. */
export interface Facts {
  readonly judgement: Judgement;
  readonly focused: FieldName | undefined;
  /** `true` if anything in the form has focus. */
  readonly isInside: boolean;
  /** Only a hint, because some VPNs mislead browsers. */
  readonly isOffline: boolean;
}

/** A side effect that the form performs. */
export type Effect =
  | { readonly kind: 'empty' }
  | { readonly kind: 'abort' }
  /** Send the new PIN, with a new request if there isn't one yet. */
  | { readonly kind: 'send'; readonly request: PinRequest | undefined; readonly mayBeSet: boolean }
  /** Focus a field, and select its digits so that typing replaces them. */
  | { readonly kind: 'focus'; readonly field: FieldName; readonly selects: boolean }
  | { readonly kind: 'end'; readonly outcome: Outcome };

/** The next state, and the effects in order. */
export type Transition = readonly [FormState, ...Effect[]];

/** Milliseconds before the progress message appears. A fast response doesn't need the message. */
const DELAY = 300;

/** Milliseconds that a PIN stays revealed. */
const REVEAL_TIME = 30_000;

const EDITING: Phase = { kind: 'editing' };

const MISMATCH: Sentence = (words) => words.confirmationProblems.mismatch;

/** The empty message, which removes the previous one. */
export const NO_MESSAGE: Message = { tone: 'polite' };

/** Only announced, because the field shows this text itself. */
export const FULL: Message = { tone: 'quiet', text: (words) => words.full };
const SUBMITTING: Message = { tone: 'quiet', text: (words) => words.submitting };
const CONNECTING: Message = { tone: 'polite', text: (words) => words.connecting };
const RENEWING: Message = { tone: 'polite', text: (words) => words.waiting };

const OFFLINE: FailedOutcome = {
  kind: 'unavailable',
  explanation:
    'navigator.onLine is false, so nothing was sent. Pressing the button again sends the PIN anyway.',
};

export function initialState(settings: FormSettings, words: Words): FormState {
  return {
    settings,
    words,
    phase: EDITING,
    errors: {},
    message: NO_MESSAGE,
    shownField: 'new',
    isRevealed: false,
    isEmptied: false,
    newPart: undefined,
    wasToldOffline: false,
    timers: {},
  };
}

/** Returns the next state (the same one if there is nothing to render) and the effects. */
export function next(state: FormState, action: Action, facts: Facts): Transition {
  const { phase } = state;
  const { judgement } = facts;
  const isEditing = phase.kind === 'editing';
  switch (action.kind) {
    case 'settings':
      return adapt(state, action);
    case 'reset':
      return beginAgain(state);
    case 'report':
      return judgement.problem && !isBusy(phase)
        ? showInvalid(state, judgement.problem, facts)
        : [state];
    case 'edit':
      return isEditing ? edit(state, action.field, facts) : [state];
    case 'full':
      return [isEditing ? showMessage(state, FULL) : state];
    case 'refuse':
      return [isEditing ? addError(state, action.field, action.problem, 'unseen') : state];
    case 'leave':
      return [isEditing ? leave(state, action.field, judgement) : state];
    case 'press':
      // In a valid new PIN field, Enter moves the focus to the confirmation, which is still empty.
      return judgement.isHalfway && (facts.focused === 'new' || shownFieldOf(state) === 'new')
        ? goTo(state, 'confirm')
        : submit(state, facts);
    case 'submit':
      return submit(state, facts);
    case 'progress':
      return [isBusy(phase) ? proceed(state, action.progress, phase.mayBeSet) : state];
    case 'outcome':
      return finish({ ...state, phase: EDITING }, action.outcome, facts, action.request);
    case 'clear':
      return clear(state, action.cause);
    case 'reveal': {
      if (!isEditing) return [state];
      if (state.isRevealed) return [mask(state)];
      const end: Timer = { after: REVEAL_TIME, action: { kind: 'mask' } };
      return [{ ...state, isRevealed: true, timers: { ...state.timers, mask: end } }];
    }
    case 'mask':
      return [mask(state)];
    case 'message':
      return [showMessage(state, action.message)];
    case 'network':
      return [{ ...state, wasToldOffline: false }];
  }
}

/** Returns the state after a render. */
export function rendered(state: FormState): FormState {
  return { ...state, isEmptied: false, newPart: undefined };
}

export function visibleStateOf({ phase, errors }: FormState, judgement: Judgement): VisibleState {
  if (phase.kind === 'set') return { phase: 'set', isComplete: true, hasErrors: false };
  const { isComplete, problem } = judgement;
  const hasErrors = errors.new !== undefined || errors.confirm !== undefined;
  return { phase: phase.kind, isComplete, hasErrors, problem };
}

/** Returns whether a submit is in progress. */
export function isBusy(phase: Phase): phase is Extract<Phase, { mayBeSet: boolean }> {
  return 'mayBeSet' in phase;
}

export function isRetrying(phase: Phase): boolean {
  return phase.kind === 'submitting' && phase.isRetry;
}

/** Returns the only visible field, or `undefined` if all are visible. */
export function shownFieldOf({ settings, shownField }: FormState): FieldName | undefined {
  return settings.flow === 'steps' && !settings.noConfirm ? shownField : undefined;
}

/** Returns the field to focus: the only visible one, or else the first with an error. */
export function startOf(state: FormState): FieldName {
  const { errors } = state;
  const isSecond = errors.new === undefined && errors.confirm !== undefined;
  return shownFieldOf(state) ?? (isSecond ? 'confirm' : 'new');
}

/** Warns that a complete new PIN is easy to guess. A submit turns the warning into an error. */
export function adviceOf(state: FormState, { counts, problem }: Judgement): Sentence | undefined {
  const isShown = counts.new === state.settings.pinLength && state.errors.new === undefined;
  return isShown && problem?.field === 'new'
    ? (words) => problemSentence(problem, words)
    : undefined;
}

/** Returns whether a field is full and has an error, so that typing has to replace its digits. */
export function isWrong(state: FormState, { counts }: Judgement, field: FieldName): boolean {
  return state.errors[field] !== undefined && counts[field] >= state.settings.pinLength;
}

function adapt(state: FormState, { settings, words }: SettingsCommand): Transition {
  const adapted = { ...state, settings, words };
  if (needsNewEntry(state.settings, settings, state.phase.kind === 'set'))
    return beginAgain(adapted);
  return changesJudgement(state.settings, settings) ? clear(adapted, 'settings') : [adapted];
}

function beginAgain(state: FormState): Transition {
  const [cleared, ...effects] = clear(state, 'reset');
  return [enterPhase(cleared, EDITING), ...effects];
}

function submit(state: FormState, facts: Facts): Transition {
  const { phase, settings } = state;
  if (isBusy(phase)) return [state];
  if (settings.disabled || phase.kind === 'set') return finish(state, { kind: 'aborted' }, facts);
  const outcome = settings.mistake ?? facts.judgement.problem;
  if (outcome !== undefined) return finish(state, outcome, facts);

  // An unconfirmed PIN is sent again with the same request.
  const request = phase.kind === 'unconfirmed' ? phase.request : undefined;
  const mayBeSet = request !== undefined;
  if (!mayBeSet && facts.isOffline && !state.wasToldOffline)
    return finish({ ...state, wasToldOffline: true }, OFFLINE, facts);
  const begun = mask(showMessage({ ...state, errors: {}, wasToldOffline: false }, NO_MESSAGE));
  return [
    enterPhase(begun, { kind: 'submitting', isRetry: false, mayBeSet }),
    { kind: 'send', request, mayBeSet },
  ];
}

function proceed(state: FormState, progress: Progress, mayBeSet: boolean): FormState {
  const phase: Phase =
    progress.kind === 'submitting'
      ? { kind: 'submitting', isRetry: progress.isRetry, mayBeSet: progress.mayBeExecuted }
      : { ...progress, mayBeSet };
  // The message about the submit is already scheduled or shown.
  if (messageOf(phase) === SUBMITTING && messageOf(state.phase) === SUBMITTING)
    return { ...state, phase };
  const isLong = isRetrying(phase) || phase.kind === 'waiting';
  const newPart = isLong ? 'notice' : state.newPart;
  return enterPhase(showMessage({ ...state, newPart }, NO_MESSAGE), phase);
}

function finish(
  state: FormState,
  outcome: Outcome,
  facts: Facts,
  request?: PinRequest,
): Transition {
  const end: Effect = { kind: 'end', outcome };
  if (outcome.kind === 'aborted') return [state, end];
  if (outcome.kind === 'invalid') return [...showInvalid(state, outcome, facts), end];
  if (outcome.kind === 'set') {
    const last4 = /^\d{4}$/.test(outcome.card.last4 ?? '') ? outcome.card.last4! : '';
    const [cleared, ...effects] = clear(state, 'outcome');
    const set = enterPhase({ ...cleared, newPart: 'panel' }, { kind: 'set', last4 });
    // A screen reader reads a focused panel. Otherwise, a live region announces the success.
    const isHeard = facts.isInside;
    return [
      isHeard ? set : showMessage(set, { tone: 'quiet', text: setSentence(last4) }),
      ...effects,
      end,
    ];
  }
  const { keeps, locks } = ENDS[outcome.kind];
  if (locks && request !== undefined) {
    // The page has emptied the fields in the meantime.
    if (facts.judgement.counts.new === 0) return [...clear(state, 'unconfirmed'), end];
    const shown = showOutcome(state, outcome, false);
    return [enterPhase(shown, { kind: 'unconfirmed', request }), end];
  }
  const [left, ...effects]: Transition = keeps
    ? [enterPhase(mask(state), EDITING)]
    : clear(state, 'outcome');
  // After `rejected`, a new field replaces the focused one. Orca doesn't read that field in
  // Firefox, so its error is announced.
  const shown = showOutcome(left, outcome, !facts.isInside || outcome.kind === 'rejected');
  if (facts.isInside && !shown.message.takesFocus)
    effects.push(focus(shownFieldOf(shown) ?? 'new'));
  return [shown, ...effects, end];
}

function clear(state: FormState, cause: ClearCause): Transition {
  const { aborts, messageFor, refocuses } = CLEARING[cause];
  const { phase } = state;
  const isSent = isBusy(phase);
  const isAborted = aborts && isSent;
  const isHeld = phase.kind === 'unconfirmed';
  const message = messageFor?.({ isHeld, mayBeSet: isSent && phase.mayBeSet }) ?? NO_MESSAGE;
  const newPart = message.text && 'notice';
  const emptied: FormState = {
    ...state,
    errors: {},
    shownField: 'new',
    isEmptied: true,
    newPart,
    wasToldOffline: false,
  };
  // If the submit continues, its message stays.
  const said = isSent && !isAborted ? mask(emptied) : showMessage(mask(emptied), message);
  return [
    isAborted || !(isSent || phase.kind === 'set') ? enterPhase(said, EDITING) : said,
    { kind: 'empty' },
    ...(refocuses ? [focus('new')] : []),
    ...(isAborted ? [{ kind: 'abort' } as const, ABORTED] : []),
  ];
}

function edit(state: FormState, field: FieldName, facts: Facts): Transition {
  const { judgement } = facts;
  let edited = state;
  // A mismatch depends on both fields.
  if (field === 'confirm' || (state.errors.confirm === MISMATCH && !judgement.differs))
    edited = removeError(edited, 'confirm');
  if (field === 'new') edited = removeError(edited, 'new');
  const advice = field === 'new' ? adviceOf(edited, judgement) : undefined;
  edited = showMessage(edited, advice === undefined ? NO_MESSAGE : { tone: 'quiet', text: advice });
  const goesOn = state.settings.flow === 'steps' && field === 'new' && judgement.isHalfway;
  return goesOn ? goTo(edited, 'confirm') : [edited];
}

function leave(state: FormState, field: FieldName, { counts, differs }: Judgement): FormState {
  const count = counts[field];
  if (count === 0) return state;
  if (count < state.settings.pinLength) return addError(state, field, 'too-short', 'quiet');
  if (!differs) return state;
  const errors = { ...state.errors, confirm: MISMATCH };
  return showMessage({ ...state, errors }, { tone: 'quiet', text: MISMATCH });
}

function addError(
  state: FormState,
  field: FieldName,
  problem: TextProblem | 'too-short',
  tone: Message['tone'],
): FormState {
  const text: Sentence = (words) =>
    (field === 'new' ? words.newPinProblems : words.confirmationProblems)[problem];
  return showMessage({ ...state, errors: { ...state.errors, [field]: text } }, { tone, text });
}

function removeError(state: FormState, field: FieldName): FormState {
  if (state.errors[field] === undefined) return state;
  return { ...state, errors: { ...state.errors, [field]: undefined } };
}

function showInvalid(state: FormState, outcome: Invalid, facts: Facts): Transition {
  const { field } = outcome;
  const shown = showOutcome(state, outcome, facts.focused === field);
  return goTo(shown, field, isWrong(shown, facts.judgement, field));
}

/** @param aloud - `true` to announce the text, if no focus change makes a screen reader read it. */
function showOutcome(state: FormState, outcome: FailedOutcome, aloud: boolean): FormState {
  const { place, sentence: text } = noticeOf(outcome, state.words);
  if (place !== 'form')
    return showMessage(
      { ...state, errors: { [place]: text }, newPart: `card-pin-${place}-text` },
      aloud ? { tone: 'unseen', text } : NO_MESSAGE,
    );
  const requestId = 'requestId' in outcome ? outcome.requestId : undefined;
  const { locks, isFinal } = ENDS[outcome.kind];
  const tone = locks ? 'warning' : 'error';
  const takesFocus = !aloud && isFinal === true;
  return showMessage({ ...state, newPart: 'notice' }, { tone, text, requestId, takesFocus });
}

function showMessage(state: FormState, message: Message): FormState {
  const { message: later, ...timers } = state.timers;
  const isSame = message === state.message && later === undefined;
  return isSame && message === NO_MESSAGE ? state : { ...state, message, timers };
}

function enterPhase(state: FormState, phase: Phase): FormState {
  const message = messageOf(phase);
  if (message === undefined) return { ...state, phase };
  const later: Timer = { after: DELAY, action: { kind: 'message', message } };
  return { ...state, phase, timers: { ...state.timers, message: later } };
}

function messageOf(phase: Phase): Message | undefined {
  if (phase.kind === 'waiting') return phase.isFirst ? CONNECTING : RENEWING;
  return phase.kind === 'submitting' && !phase.isRetry ? SUBMITTING : undefined;
}

function mask(state: FormState): FormState {
  return state.isRevealed
    ? { ...state, isRevealed: false, timers: { ...state.timers, mask: undefined } }
    : state;
}

/** Focuses a field. If the form shows one field at a time, shows that field first. */
function goTo(state: FormState, field: FieldName, selects = false): Transition {
  return [{ ...state, shownField: field }, focus(field, selects)];
}

function focus(field: FieldName, selects = false): Effect {
  return { kind: 'focus', field, selects };
}

const ABORTED: Effect = { kind: 'end', outcome: { kind: 'aborted' } };
