/**
 * The course of a form: its whole state, except digits and nodes. {@link next} computes the next
 * state. Pure: focus, timers and requests are data, and the form acts on them.
 */
import type { Sentence, Words } from '../messages/catalogue.js';
import { noticeOf, problemSentence, setSentence } from '../messages/notice.js';
import type { TextProblem } from '../pin/digits.js';
import type { Progress } from '../service/submit.js';
import { ENDS, type FailedOutcome, type Invalid, type Outcome } from '../set-pin/outcome.js';
import { CLEARING, type ClearCause } from './clearing.js';
import type { FieldName, Judgement } from './judgement.js';
import { changesJudgement, needsNewEntry, type FormSettings } from '../contract/settings.js';
import type { PinRequest, Submitted } from './submission.js';
import type { Command, FormState, SettingsCommand } from '../contract/wire.js';

export interface Course {
  readonly settings: FormSettings;
  readonly words: Words;
  readonly phase: Phase;
  readonly errors: Readonly<Partial<Record<FieldName, Sentence | undefined>>>;
  readonly message: Message;
  /** The visible field, if the form shows one at a time. */
  readonly shownField: FieldName;
  readonly isRevealed: boolean;
  /** `true` if the next render makes new fields, because of the undo history of the old ones. */
  readonly isEmptied: boolean;
  /** Id of the part that the next render brings into view, if the form has the focus. */
  readonly newPart: string | undefined;
  /** `true` if the last press sent nothing, because the browser reported being offline. */
  readonly wasToldOffline: boolean;
  readonly waits: Waits;
}

export type Phase =
  | { readonly kind: 'editing' }
  /** `isRetry` is `true` if an attempt failed, and another one follows. */
  | ({ readonly kind: 'submitting'; readonly isRetry: boolean } & Sent)
  /** A submit waits for a client token. */
  | ({ readonly kind: 'waiting'; readonly isFirst: boolean } & Sent)
  /** The PIN may or may not be set. It is kept, locked, to send the same request again. */
  | { readonly kind: 'unconfirmed'; readonly request: PinRequest }
  /** `last4` is empty if the service did not send four digits. */
  | { readonly kind: 'set'; readonly last4: string };

/** What is known of a submit in progress. */
interface Sent {
  readonly mayBeSet: boolean;
}

/** A message beside the fields. */
export interface Message {
  /** `unseen` and, politely, `quiet` are only announced: the sentence is visible elsewhere. */
  readonly tone: 'polite' | 'quiet' | 'warning' | 'error' | 'unseen';
  readonly text?: Sentence | undefined;
  readonly requestId?: string | undefined;
  /** `true` if the notice gets the focus, so that a screen reader reads it once. */
  readonly takesFocus?: boolean;
}

/** A delayed change, cancelled if the next course no longer waits for it. */
export interface Wait {
  /** Milliseconds from the course that waits first. */
  readonly after: number;
  readonly then: Action;
}

/** The progress message, the end of revealing. */
export type Waits = Readonly<Partial<Record<'say' | 'mask', Wait | undefined>>>;

/** Something that changes a course. */
export type Action =
  | Exclude<Command, { kind: 'focus' | 'submit' }>
  | { readonly kind: 'edit' | 'leave'; readonly field: FieldName }
  /** A digit was typed into a full field. */
  | { readonly kind: 'full' }
  | { readonly kind: 'refuse'; readonly field: FieldName; readonly problem: TextProblem }
  /** The page submits the entry. `press`: the cardholder does. */
  | { readonly kind: 'submit' | 'press' }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | ({ readonly kind: 'outcome' } & Submitted)
  | { readonly kind: 'clear'; readonly cause: ClearCause }
  /** The cardholder reveals the PIN, or masks it again. */
  | { readonly kind: 'reveal' }
  | { readonly kind: 'mask' }
  | { readonly kind: 'say'; readonly message: Message }
  /** The browser came online or went offline. */
  | { readonly kind: 'network' };

/** Facts that a course doesn't hold. */
export interface Facts {
  readonly judgement: Judgement;
  readonly focused: FieldName | undefined;
  /** `true` if anything in the form has the focus. */
  readonly isInside: boolean;
  /** Only a hint: with some VPNs, browsers get it wrong. */
  readonly isOffline: boolean;
}

/** What the form has to do. */
export type Effect =
  | { readonly kind: 'empty' }
  | { readonly kind: 'abort' }
  /** Send the new PIN, with a new request if there is none. */
  | {
      readonly kind: 'send';
      readonly request: PinRequest | undefined;
      readonly mayBeSet: boolean;
    }
  /** Focus a field, and select its digits so that typing replaces them. */
  | { readonly kind: 'focus'; readonly field: FieldName; readonly selects: boolean }
  | { readonly kind: 'end'; readonly outcome: Outcome };

/** A course, and the effects on the way to it, in their order. */
export type Transition = readonly [Course, ...Effect[]];

/** Milliseconds before the progress message: a quick answer needs none. */
const DELAY = 300;

/** Milliseconds that a PIN stays revealed. */
const REVEAL_TIME = 30_000;

const EDITING: Phase = { kind: 'editing' };

const MISMATCH: Sentence = (words) => words.confirmationProblems.mismatch;

/** The empty message, which removes the one before it. */
export const NO_MESSAGE: Message = { tone: 'polite' };

/** Visible at the field that is full. */
export const FULL: Message = { tone: 'quiet', text: (words) => words.full };
const SUBMITTING: Message = { tone: 'quiet', text: (words) => words.submitting };
const CONNECTING: Message = { tone: 'polite', text: (words) => words.connecting };
const RENEWING: Message = { tone: 'polite', text: (words) => words.waiting };

const OFFLINE: FailedOutcome = {
  kind: 'unavailable',
  explanation: 'The browser says that it is offline. Another press sends the PIN all the same.',
};

export function begin(settings: FormSettings, words: Words): Course {
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
    waits: {},
  };
}

/** Returns how a course goes on: the same course if nothing changes. */
export function next(course: Course, action: Action, facts: Facts): Transition {
  const { phase } = course;
  const { judgement } = facts;
  const isEditing = phase.kind === 'editing';
  switch (action.kind) {
    case 'settings':
      return adapt(course, action);
    case 'reset':
      return beginAgain(course);
    case 'report':
      return judgement.problem ? showInvalid(course, judgement.problem, facts) : [course];
    case 'edit':
      return isEditing ? edit(course, action.field, facts) : [course];
    case 'full':
      return [isEditing ? say(course, FULL) : course];
    case 'refuse':
      return [isEditing ? addError(course, action.field, action.problem, 'unseen') : course];
    case 'leave':
      return [isEditing ? leave(course, action.field, judgement) : course];
    case 'press':
      // Enter in an accepted new PIN moves to the confirmation, which is still empty.
      return judgement.isHalfway && (facts.focused === 'new' || shownFieldOf(course) === 'new')
        ? goTo(course, 'confirm')
        : submit(course, facts);
    case 'submit':
      return submit(course, facts);
    case 'progress':
      return [isBusy(phase) ? proceed(course, action.progress, phase.mayBeSet) : course];
    case 'outcome':
      return finish({ ...course, phase: EDITING }, action.outcome, facts, action.request);
    case 'clear':
      return clear(course, action.cause);
    case 'reveal': {
      if (!isEditing) return [course];
      if (course.isRevealed) return [mask(course)];
      const end: Wait = { after: REVEAL_TIME, then: { kind: 'mask' } };
      return [{ ...course, isRevealed: true, waits: { ...course.waits, mask: end } }];
    }
    case 'mask':
      return [mask(course)];
    case 'say':
      return [say(course, action.message)];
    case 'network':
      return [{ ...course }];
  }
}

/** Returns a course after its render. */
export function rendered(course: Course): Course {
  return { ...course, isEmptied: false, newPart: undefined };
}

export function stateOf({ phase, errors }: Course, judgement: Judgement): FormState {
  if (phase.kind === 'set') return { phase: 'set', isComplete: true, hasErrors: false };
  const { isComplete, problem } = judgement;
  const hasErrors = errors.new !== undefined || errors.confirm !== undefined;
  return { phase: phase.kind, isComplete, hasErrors, problem };
}

/** Returns whether a submit is in progress. */
export function isBusy(phase: Phase): phase is Phase & Sent {
  return 'mayBeSet' in phase;
}

export function isRetrying(phase: Phase): boolean {
  return phase.kind === 'submitting' && phase.isRetry;
}

/** Returns the field that is shown; `undefined` if all are. */
export function shownFieldOf({ settings, shownField }: Course): FieldName | undefined {
  return settings.flow === 'steps' && !settings.noConfirm ? shownField : undefined;
}

/** Returns the field to focus: the one that is shown, or else the first with an error. */
export function startOf(course: Course): FieldName {
  const { errors } = course;
  const isSecond = errors.new === undefined && errors.confirm !== undefined;
  return shownFieldOf(course) ?? (isSecond ? 'confirm' : 'new');
}

/** Returns a warning that a complete new PIN is easy to guess. A submit makes it an error. */
export function adviceOf(course: Course, { counts, problem }: Judgement): Sentence | undefined {
  const isShown = counts.new === course.settings.pinLength && course.errors.new === undefined;
  return isShown && problem?.field === 'new'
    ? (words) => problemSentence(problem, words)
    : undefined;
}

/** Returns whether a field is full and has an error, so that typing has to replace its digits. */
export function isWrong(
  { errors, settings }: Course,
  { counts }: Judgement,
  field: FieldName,
): boolean {
  return errors[field] !== undefined && counts[field] >= settings.pinLength;
}

function adapt(course: Course, { settings, words }: SettingsCommand): Transition {
  const adapted = { ...course, settings, words };
  if (needsNewEntry(course.settings, settings, course.phase.kind === 'set'))
    return beginAgain(adapted);
  return changesJudgement(course.settings, settings) ? clear(adapted, 'settings') : [adapted];
}

function beginAgain(course: Course): Transition {
  const [cleared, ...effects] = clear(course, 'reset');
  return [enter(cleared, EDITING), ...effects];
}

function submit(course: Course, facts: Facts): Transition {
  const { phase, settings } = course;
  const { problem } = facts.judgement;
  if (isBusy(phase)) return [course];
  if (settings.disabled || phase.kind === 'set') return finish(course, { kind: 'aborted' }, facts);
  if (settings.mistake !== undefined) return finish(course, settings.mistake, facts);
  if (problem !== undefined) return finish(course, problem, facts);

  // Submitting an unconfirmed PIN again is the same request.
  const request = phase.kind === 'unconfirmed' ? phase.request : undefined;
  const mayBeSet = request !== undefined;
  if (!mayBeSet && facts.isOffline && !course.wasToldOffline)
    return finish({ ...course, wasToldOffline: true }, OFFLINE, facts);
  const begun = mask(say({ ...course, wasToldOffline: false }, NO_MESSAGE));
  return [
    enter(begun, { kind: 'submitting', isRetry: false, mayBeSet }),
    { kind: 'send', request, mayBeSet },
  ];
}

function proceed(course: Course, progress: Progress, mayBeSet: boolean): Course {
  const phase: Phase =
    progress.kind === 'submitting'
      ? { kind: 'submitting', isRetry: progress.isRetry, mayBeSet: progress.mayBeExecuted }
      : { ...progress, mayBeSet };
  // The message about the submit is already scheduled or shown.
  if (messageOf(phase) === SUBMITTING && messageOf(course.phase) === SUBMITTING)
    return { ...course, phase };
  const isLong = isRetrying(phase) || phase.kind === 'waiting';
  const newPart = isLong ? 'notice' : course.newPart;
  return enter(say({ ...course, newPart }, NO_MESSAGE), phase);
}

function finish(course: Course, outcome: Outcome, facts: Facts, request?: PinRequest): Transition {
  const end: Effect = { kind: 'end', outcome };
  if (outcome.kind === 'aborted') return [course, end];
  if (outcome.kind === 'invalid') return [...showInvalid(course, outcome, facts), end];
  if (outcome.kind === 'set') {
    const last4 = /^\d{4}$/.test(outcome.card.last4 ?? '') ? outcome.card.last4! : '';
    const [cleared, ...effects] = clear(course, 'outcome');
    const set = enter({ ...cleared, newPart: 'panel' }, { kind: 'set', last4 });
    // A screen reader reads the panel on focus. Otherwise the live region announces it.
    const isHeard = facts.isInside;
    return [isHeard ? set : say(set, { tone: 'quiet', text: setSentence(last4) }), ...effects, end];
  }
  const { keeps, locks } = ENDS[outcome.kind];
  if (locks && request !== undefined) {
    // The page has emptied the fields meanwhile.
    if (facts.judgement.counts.new === 0) return [...clear(course, 'unconfirmed'), end];
    const shown = show(course, outcome, false);
    return [enter(shown, { kind: 'unconfirmed', request }), end];
  }
  const [left, ...effects]: Transition = keeps
    ? [enter(mask(course), EDITING)]
    : clear(course, 'outcome');
  // After `rejected`, a new field replaces the focused one. Orca doesn't read that field in
  // Firefox, so its error is announced.
  const shown = show(left, outcome, !facts.isInside || outcome.kind === 'rejected');
  if (facts.isInside && !shown.message.takesFocus)
    effects.push(focus(shownFieldOf(shown) ?? 'new'));
  return [shown, ...effects, end];
}

function clear(course: Course, cause: ClearCause): Transition {
  const { aborts, says, refocuses } = CLEARING[cause];
  const { phase } = course;
  const isSent = isBusy(phase);
  const isAborted = aborts && isSent;
  const isHeld = phase.kind === 'unconfirmed';
  const message = says?.({ isHeld, mayBeSet: isSent && phase.mayBeSet }) ?? NO_MESSAGE;
  const newPart = message.text && 'notice';
  const emptied: Course = {
    ...course,
    errors: {},
    shownField: 'new',
    isEmptied: true,
    newPart,
    wasToldOffline: false,
  };
  const said = say(mask(emptied), message);
  return [
    isAborted || !(isSent || phase.kind === 'set') ? enter(said, EDITING) : said,
    { kind: 'empty' },
    ...(refocuses ? [focus('new')] : []),
    ...(isAborted ? [{ kind: 'abort' } as const, ABORTED] : []),
  ];
}

function edit(course: Course, field: FieldName, facts: Facts): Transition {
  const { judgement } = facts;
  let edited = course;
  // A mismatch depends on both fields.
  if (field === 'confirm' || (course.errors.confirm === MISMATCH && !judgement.differs))
    edited = removeError(edited, 'confirm');
  if (field === 'new') edited = removeError(edited, 'new');
  const advice = field === 'new' ? adviceOf(edited, judgement) : undefined;
  edited = say(edited, advice === undefined ? NO_MESSAGE : { tone: 'quiet', text: advice });
  const goesOn = course.settings.flow === 'steps' && field === 'new' && judgement.isHalfway;
  return goesOn ? goTo(edited, 'confirm') : [edited];
}

function leave(course: Course, field: FieldName, { counts, differs }: Judgement): Course {
  const count = counts[field];
  if (count === 0) return course;
  if (count < course.settings.pinLength) return addError(course, field, 'too-short', 'quiet');
  if (!differs) return course;
  const errors = { ...course.errors, confirm: MISMATCH };
  return say({ ...course, errors }, { tone: 'quiet', text: MISMATCH });
}

function addError(
  course: Course,
  field: FieldName,
  problem: TextProblem | 'too-short',
  tone: Message['tone'],
): Course {
  const text: Sentence = (words) =>
    (field === 'new' ? words.newPinProblems : words.confirmationProblems)[problem];
  return say({ ...course, errors: { ...course.errors, [field]: text } }, { tone, text });
}

function removeError(course: Course, field: FieldName): Course {
  if (course.errors[field] === undefined) return course;
  return { ...course, errors: { ...course.errors, [field]: undefined } };
}

function showInvalid(course: Course, outcome: Invalid, facts: Facts): Transition {
  const { field } = outcome;
  const shown = show(course, outcome, facts.focused === field);
  return goTo(shown, field, isWrong(shown, facts.judgement, field));
}

/**
 * @param aloud - `true` to announce a sentence at a field. If the field gets the focus instead, the
 * screen reader reads the sentence.
 */
function show(course: Course, outcome: FailedOutcome, aloud: boolean): Course {
  const { place, sentence: text } = noticeOf(outcome, course.words);
  if (place !== 'form')
    return say(
      { ...course, errors: { [place]: text }, newPart: `card-pin-${place}-text` },
      aloud ? { tone: 'unseen', text } : NO_MESSAGE,
    );
  const requestId = 'requestId' in outcome ? outcome.requestId : undefined;
  const { locks, isFinal } = ENDS[outcome.kind];
  const tone = locks ? 'warning' : 'error';
  const takesFocus = !aloud && isFinal === true;
  return say({ ...course, newPart: 'notice' }, { tone, text, requestId, takesFocus });
}

function say(course: Course, message: Message): Course {
  const { say: later, ...waits } = course.waits;
  const isSame = message === course.message && later === undefined;
  return isSame && message === NO_MESSAGE ? course : { ...course, message, waits };
}

function enter(course: Course, phase: Phase): Course {
  const message = messageOf(phase);
  const later: Wait | undefined = message && { after: DELAY, then: { kind: 'say', message } };
  return { ...course, phase, waits: later ? { ...course.waits, say: later } : course.waits };
}

function messageOf(phase: Phase): Message | undefined {
  if (phase.kind === 'waiting') return phase.isFirst ? CONNECTING : RENEWING;
  return phase.kind === 'submitting' && !phase.isRetry ? SUBMITTING : undefined;
}

function mask(course: Course): Course {
  return course.isRevealed
    ? { ...course, isRevealed: false, waits: { ...course.waits, mask: undefined } }
    : course;
}

/** Focuses a field, and shows it before that if the form shows one at a time. */
function goTo(course: Course, field: FieldName, selects = false): Transition {
  return [{ ...course, shownField: field }, focus(field, selects)];
}

function focus(field: FieldName, selects = false): Effect {
  return { kind: 'focus', field, selects };
}

const ABORTED: Effect = { kind: 'end', outcome: { kind: 'aborted' } };
