import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  initialState,
  next,
  visibleStateOf,
  shownFieldOf,
  type Effect,
  type Action,
} from '../../src/form/form-state.js';
import { judge, type FieldName, type Judgement } from '../../src/form/judgement.js';
import { misconfigured, type FormSettings } from '../../src/contract/settings.js';
import { wordsFor } from '../../src/messages/words.js';
import { ENDS, type Outcome } from '../../src/set-pin/outcome.js';
import type { Progress } from '../../src/service/submit.js';
import { cases, FUZZ } from '../support/fuzz.js';
import { REQUEST, SETTINGS as USUAL } from './settings.js';

const LENGTH = 8;
/** PINs that no rule rejects, and one that a rule rejects. */
const PINS = ['80451379', '73026481', '11111111'] as const;

const FIELDS = ['new', 'confirm'] as const;

const SETTINGS: FormSettings = { ...USUAL, pinLength: LENGTH };

/** Changes of the settings, and whether each empties the fields, or also begins a new entry. */
const CHANGES: Readonly<Record<string, [Partial<FormSettings>, 'keeps' | 'empties' | 'begins']>> = {
  'other rules': [{ pinRules: 'none' }, 'empties'],
  'no confirmation': [{ noConfirm: true }, 'empties'],
  disabled: [{ disabled: true }, 'begins'],
  'another card': [{ cardId: 'card_2' }, 'begins'],
  'another service': [{ endpoint: 'https://other.invalid/' }, 'begins'],
  'a mistake': [{ mistake: misconfigured('card-id', 'card-id is missing') }, 'begins'],
  steps: [{ flow: 'steps' }, 'keeps'],
  'another type of key': [{ idempotencyKey: 'none' }, 'keeps'],
};

const OUTCOMES: readonly Outcome[] = [
  { kind: 'set', card: { id: 'card_1', last4: '1001' } },
  { kind: 'set', card: { id: 'card_1' } },
  { kind: 'rejected', codes: ['PIN_TOO_SIMPLE'] },
  { kind: 'rejected', codes: ['CARD_NOT_ACTIVE'] },
  { kind: 'denied' },
  { kind: 'token-expired' },
  { kind: 'token-unavailable' },
  { kind: 'rate-limited', retryAfter: 3600 },
  { kind: 'unavailable', explanation: '' },
  { kind: 'unconfirmed' },
  { kind: 'unconfirmed', requestId: 'request-1' },
  { kind: 'misconfigured', detail: 'operation-refused', explanation: '' },
];

const PROGRESS: Readonly<Record<string, Progress>> = {
  'a first token': { kind: 'waiting', isFirst: true },
  'another token': { kind: 'waiting', isFirst: false },
  'a first attempt': { kind: 'submitting', isRetry: false, mayBeExecuted: false },
  'an attempt in doubt': { kind: 'submitting', isRetry: false, mayBeExecuted: true },
  'another attempt': { kind: 'submitting', isRetry: true, mayBeExecuted: true },
};

/** Steps in plain words, so that a counterexample can be read: weights, verbs and arguments. */
const STEPS: readonly (readonly [weight: number, verb: string, ...given: string[]])[] = [
  [6, 'enter', ...PINS, PINS[0], PINS[0]],
  [3, 'type', '8', '80451', '73026481'],
  [2, 'go to', 'new', 'confirm', 'elsewhere'],
  [4, 'submit with', 'press', 'press', 'submit'],
  [5, 'wait for', ...Object.keys(PROGRESS)],
  [6, 'end', ...Object.keys(OUTCOMES)],
  [4, 'pass', '1', '299', '300', '5000', '29999', '31000'],
  [1, 'reveal', ''],
  [2, 'follow', 'report', 'mask', 'full'],
  [1, 'press the other button', ''],
  [1, 'reset', ''],
  [1, 'pagehide', ''],
  [1, 'interrupt', ''],
  [1, 'be', 'offline', 'online'],
  [2, 'set', ...Object.keys(CHANGES), 'nothing', 'other words'],
];

type LifeStep = readonly [verb: string, argument?: string];

const anyStep: fc.Arbitrary<LifeStep> = fc.oneof(
  ...STEPS.map(([weight, verb, ...given]) => ({
    weight,
    arbitrary: fc.constantFrom(...given).map((argument) => [verb, argument] as const),
  })),
);

/** A form without a page: two texts, a focus, a clock and a submit, and their invariants. */
class Life {
  #state = initialState(SETTINGS, wordsFor('en', undefined, LENGTH));
  #texts: Record<FieldName, string> = { new: '', confirm: '' };
  #focused: FieldName | undefined;
  #isOffline = false;
  #clock = 0;
  /** The times at which the state's timers are due. */
  #due = { message: Infinity, mask: Infinity };
  #isSent = false;
  /** True if the submit in progress may have set its PIN. */
  #mayBeSet = false;
  /** The outcome of a submit that the last action reported. */
  #ended: Outcome | undefined;
  #hasEmptied = false;
  #revealedAt = Infinity;

  get #said(): string {
    return this.#state.message.text?.(this.#state.words) ?? '';
  }

  get #judgement(): Judgement {
    const { new: first, confirm } = this.#texts;
    return judge(first, this.#state.settings.noConfirm ? '' : confirm, this.#state.settings);
  }

  step([verb, argument = '']: LifeStep): void {
    Life.#acts[verb]!(this, argument);
    this.#check();
  }

  static readonly #acts: Readonly<Record<string, (life: Life, argument: string) => unknown>> = {
    enter: (life, pin) => {
      life.#type('new', pin);
      if (!life.#state.settings.noConfirm) life.#type('confirm', pin);
    },
    type: (life, digits) => life.#type(life.#focused ?? 'new', digits),
    'go to': (life, place) => life.#focus(FIELDS.find((field) => field === place)),
    'submit with': (life, kind) => life.#submit(kind as 'press' | 'submit'),
    'wait for': (life, what) => {
      const progress = PROGRESS[what]!;
      if (progress.kind === 'submitting') life.#mayBeSet = progress.mayBeExecuted;
      life.#go({ kind: 'progress', progress });
    },
    end: (life, index) => life.#isSent && life.#end(OUTCOMES[Number(index)]!),
    pass: (life, time) => life.#pass(Number(time)),
    reveal: (life) => {
      const { phase, isRevealed } = life.#state;
      life.#go({ kind: 'reveal' });
      assert.equal(life.#state.isRevealed, phase.kind === 'editing' && !isRevealed);
      if (life.#state.isRevealed) life.#revealedAt = life.#clock;
    },
    follow: (life, kind) => life.#go({ kind: kind as 'report' | 'mask' | 'full' }),
    'press the other button': (life) => life.#pressOther(),
    reset: (life) => {
      life.#clear({ kind: 'reset' });
      assert.equal(life.#state.phase.kind, 'editing');
    },
    pagehide: (life) => life.#clear({ kind: 'clear', cause: 'reset' }),
    interrupt: (life) => {
      // Only typing can be interrupted.
      if (life.#state.phase.kind === 'editing')
        life.#clear({ kind: 'clear', cause: 'interrupted' }, life.#state.words.interrupted);
    },
    be: (life, network) => {
      life.#isOffline = network === 'offline';
      life.#go({ kind: 'network' });
    },
    set: (life, name) => life.#set(name),
  };

  #clear(action: Action, said = ''): void {
    const wasSent = this.#isSent;
    this.#go(action);
    this.#expectEmpty();
    this.#expectAborted(wasSent);
    assert.equal(this.#said, said);
  }

  #submit(kind: 'press' | 'submit'): void {
    const { settings, phase, wasToldOffline } = this.#state;
    const { mistake, disabled } = settings;
    const judgement = this.#judgement;
    const wasSent = this.#isSent;
    const isAtFirst = this.#focused === 'new' || shownFieldOf(this.#state) === 'new';
    const moves = kind === 'press' && judgement.isHalfway && isAtFirst;
    this.#go({ kind });
    if (wasSent || moves) return assert.equal(this.#ended, undefined);
    const isFree = !disabled && phase.kind !== 'set' && mistake === undefined;
    const mayGo = isFree && judgement.problem === undefined;
    // The first press while offline doesn't send anything, but the second one does.
    const isHint = mayGo && phase.kind !== 'unconfirmed' && this.#isOffline && !wasToldOffline;
    assert.equal(this.#isSent, mayGo && !isHint);
    assert.equal(this.#ended === undefined, this.#isSent, 'sent or ended');
    if (!isFree && mistake === undefined) assert.equal(this.#ended!.kind, 'aborted');
    if (mayGo) assert.equal(this.#state.wasToldOffline, isHint);
  }

  #end(outcome: Outcome): void {
    this.#isSent = false;
    const isEmpty = this.#texts.new === '';
    const { keeps, isFinal = false } = { set: {}, aborted: {}, ...ENDS }[outcome.kind];
    const takesFocus = this.#focused !== undefined && isFinal;
    this.#go({ kind: 'outcome', outcome, request: REQUEST });
    assert.equal(this.#ended, outcome);
    assert.equal(this.#state.message.takesFocus ?? false, takesFocus);
    if (!keeps) this.#expectEmpty();
    const stays = outcome.kind === 'set' || (outcome.kind === 'unconfirmed' && !isEmpty);
    assert.equal(this.#state.phase.kind, stays ? outcome.kind : 'editing');
    if (outcome.kind === 'unconfirmed' && isEmpty)
      assert.equal(this.#said, this.#state.words.cancelledUnconfirmed);
  }

  #pressOther(): void {
    const { phase, words } = this.#state;
    const isRetry = phase.kind === 'submitting' && phase.isRetry;
    const isSecond = phase.kind === 'editing' && shownFieldOf(this.#state) === 'confirm';
    const said = this.#mayBeSet ? words.cancelledUnconfirmed : words.cancelled;
    if (phase.kind === 'waiting' || isRetry) this.#clear({ kind: 'clear', cause: 'cancel' }, said);
    else if (phase.kind === 'unconfirmed' || isSecond)
      this.#clear({ kind: 'clear', cause: 'another-pin' });
    else return;
    assert.equal(this.#state.phase.kind, 'editing');
    assert.equal(this.#focused, 'new');
  }

  #set(name: string): void {
    const wasSent = this.#isSent;
    const { settings, phase, words } = this.#state;
    const [change, effect] = CHANGES[name] ?? [{}, 'keeps'];
    const changed = name === 'nothing' ? SETTINGS : { ...settings, ...change };
    const named = name === 'other words' ? wordsFor('de', undefined, LENGTH) : words;
    this.#go({ kind: 'settings', settings: changed, words: named });
    if (name === 'nothing') return;
    const isNew = JSON.stringify(changed) !== JSON.stringify(settings);
    // A PIN that is set stays so when the form is disabled.
    const isKept = effect === 'keeps' || (name === 'disabled' && phase.kind === 'set');
    if (!isNew || isKept) return assert.equal(this.#hasEmptied, false);
    assert.equal(this.#texts.new + this.#texts.confirm, '');
    const begins = effect === 'begins';
    if (begins) this.#expectAborted(wasSent);
    else assert.equal(this.#ended, undefined);
    const isHeld = phase.kind === 'unconfirmed' && !begins;
    if (!wasSent) assert.equal(this.#said, isHeld ? words.cancelledUnconfirmed : '');
    const goesOn = !begins && (wasSent || phase.kind === 'set');
    assert.equal(this.#state.phase.kind, goesOn ? phase.kind : 'editing');
  }

  #type(field: FieldName, digits: string): void {
    const { phase, settings } = this.#state;
    const isHidden = (shownFieldOf(this.#state) ?? field) !== field;
    // A locked field is read-only.
    if (phase.kind !== 'editing' || isHidden || settings.disabled) return;
    this.#focus(field);
    this.#texts[field] = digits;
    this.#go({ kind: 'edit', field });
    assert.ok(!this.#isSent && this.#ended === undefined);
    assert.equal(this.#state.errors[field], undefined);
    if (settings.flow === '') assert.equal(this.#focused, field);
  }

  /** Moves the focus. The field that loses it receives an event from the browser. */
  #focus(field: FieldName | undefined): void {
    const left = this.#focused;
    this.#focused = field;
    if (left === undefined || left === field) return;
    const { errors, phase, words } = this.#state;
    this.#follow({ kind: 'leave', field: left });
    const { counts, differs } = this.#judgement;
    const isShort = counts[left] > 0 && counts[left] < LENGTH;
    const isWrong = isShort || (counts[left] > 0 && differs);
    if (phase.kind !== 'editing' || !isWrong) return assert.equal(this.#state.errors, errors);
    const problems = left === 'new' ? words.newPinProblems : words.confirmationProblems;
    const error = isShort ? problems['too-short'] : words.confirmationProblems.mismatch;
    assert.equal(this.#state.errors[isShort ? left : 'confirm']?.(words), error);
    assert.deepEqual([this.#state.message.tone, this.#said], ['quiet', error]);
  }

  #pass(time: number): void {
    const end = this.#clock + time;
    for (;;) {
      const name = this.#due.message < this.#due.mask ? 'message' : 'mask';
      if (this.#due[name] > end) break;
      this.#clock = this.#due[name];
      this.#due[name] = Infinity;
      const { timers, phase, words } = this.#state;
      this.#go(timers[name]!.action);
      const progress = phase.kind === 'waiting' && (phase.isFirst ? 'connecting' : 'waiting');
      if (name === 'message') assert.equal(this.#said, words[progress || 'submitting']);
      this.#check();
    }
    this.#clock = end;
  }

  #go(action: Action): void {
    this.#ended = undefined;
    this.#hasEmptied = false;
    this.#follow(action);
  }

  #follow(action: Action): void {
    const before = this.#state;
    const [state, ...effects] = next(before, action, {
      judgement: this.#judgement,
      focused: this.#focused,
      isInside: this.#focused !== undefined,
      isOffline: this.#isOffline,
    });
    this.#state = state;
    for (const name of ['message', 'mask'] as const) {
      const timer = state.timers[name];
      if (timer !== before.timers[name]) this.#due[name] = this.#clock + (timer?.after ?? Infinity);
    }
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: Effect): void {
    assert.equal(this.#ended, undefined, 'nothing follows an end, whose listener may submit again');
    switch (effect.kind) {
      case 'empty':
        this.#texts = { new: '', confirm: '' };
        this.#hasEmptied = true;
        return;
      case 'abort':
        assert.ok(this.#isSent);
        this.#isSent = false;
        return;
      case 'send': {
        const { new: pin, confirm } = this.#texts;
        const { settings } = this.#state;
        assert.equal(this.#isSent, false, 'one submit at a time');
        assert.ok(!settings.disabled && settings.mistake === undefined);
        assert.equal(pin.length, LENGTH);
        assert.ok(settings.pinRules === 'none' || pin !== PINS[2]);
        if (!settings.noConfirm) assert.equal(confirm, pin);
        assert.equal(effect.request, effect.mayBeSet ? REQUEST : undefined);
        this.#isSent = true;
        this.#mayBeSet = effect.mayBeSet;
        return;
      }
      case 'focus':
        return this.#focus(effect.field);
      case 'end':
        this.#ended = effect.outcome;
    }
  }

  #expectEmpty(): void {
    assert.equal(this.#texts.new + this.#texts.confirm, '');
    assert.equal(this.#state.timers.mask, undefined);
    // The next entry shows the hint about the network again.
    assert.equal(this.#state.wasToldOffline, false);
  }

  #expectAborted(wasSent: boolean): void {
    assert.equal(this.#isSent, false);
    assert.equal(this.#ended?.kind, wasSent ? 'aborted' : undefined);
  }

  /** Asserts the invariants. */
  #check(): void {
    const { phase, timers, errors, settings, isRevealed, words } = this.#state;
    const isSent = this.#isSent;
    assert.equal(/^(submitting|waiting)$/.test(phase.kind), isSent, 'busy');
    const text = JSON.stringify({ ...this.#state, settings: {} });
    assert.ok(!/80451|73026|11111/.test(text), 'a PIN in the state');
    // The state waits only for actions that are still needed.
    if (timers.message) assert.ok(isSent && this.#said === '', 'a message about a submit');
    if (isSent || phase.kind === 'unconfirmed') assert.deepEqual(errors, {});
    if (errors.confirm?.(words) === words.confirmationProblems.mismatch)
      assert.ok(this.#judgement.differs, 'PINs that don’t match');
    if (phase.kind === 'waiting') assert.ok(timers.message || this.#said !== '', 'its progress');
    assert.equal(timers.mask !== undefined, isRevealed);
    if (isRevealed) assert.ok(this.#clock - this.#revealedAt < 30_000 && phase.kind === 'editing');
    if (phase.kind === 'unconfirmed') {
      assert.notEqual(this.#texts.new, '');
      assert.match(this.#said, /^(We can’t tell|Ob Ihre)/);
    }
    if (settings.disabled) assert.equal(this.#texts.new, '');
    const { isComplete, problem, ...visible } = visibleStateOf(this.#state, this.#judgement);
    const hasErrors = Object.values(errors).some(Boolean) && phase.kind !== 'set';
    assert.deepEqual(visible, { phase: phase.kind, hasErrors });
    if (phase.kind === 'set') assert.ok(isComplete && problem === undefined);
  }
}

it('keeps the form’s state consistent, whatever the order of events', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40, size: 'max' }), (steps) => {
      const life = new Life();
      for (const step of steps) life.step(step);
    }),
    // Searches for a shorter counterexample no longer than a minute.
    { ...FUZZ, numRuns: cases(20_000), interruptAfterTimeLimit: 60_000 },
  );
});
