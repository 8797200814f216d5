import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  initialState,
  next,
  rendered,
  visibleStateOf,
  shownFieldOf,
  type FormState,
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
const PINS = ['80451379', '73026481', '11111111'];

const SETTINGS: FormSettings = { ...USUAL, pinLength: LENGTH };

/** Changes of the settings, and whether each has to empty the fields. */
const CHANGES: Readonly<Record<string, readonly [Partial<FormSettings>, empties: boolean]>> = {
  'other rules': [{ pinRules: 'none' }, true],
  'no confirmation': [{ noConfirm: true }, true],
  disabled: [{ disabled: true }, true],
  'another card': [{ cardId: 'card_2' }, true],
  'another service': [{ endpoint: 'https://other.invalid/' }, true],
  'a mistake': [{ mistake: misconfigured('card-id', 'card-id is missing') }, true],
  steps: [{ flow: 'steps' }, false],
  'another type of key': [{ idempotencyKey: 'none' }, false],
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

/** A step in plain words, so that a counterexample can be read. */
type LifeStep = readonly [verb: string, argument?: string | number | undefined];

/** Generates steps with one of these verbs, and with one of these arguments if there are any. */
const steps = (weight: number, verbs: string[], ...given: (string | number)[]) => ({
  weight,
  arbitrary: fc.tuple(
    fc.constantFrom(...verbs),
    fc.constantFrom(...(given.length > 0 ? given : [undefined])),
  ),
});

const anyStep: fc.Arbitrary<LifeStep> = fc.oneof(
  steps(6, ['enter'], ...PINS, PINS[0]!, PINS[0]!),
  steps(3, ['type'], '8', '80451', '73026481'),
  steps(2, ['go to'], 'new', 'confirm', 'elsewhere'),
  steps(5, ['press', 'press', 'submit', 'reveal']),
  steps(5, ['wait for'], ...Object.keys(PROGRESS)),
  steps(6, ['end'], ...OUTCOMES.keys()),
  steps(4, ['pass'], 1, 299, 300, 5_000, 29_999, 31_000),
  steps(2, ['the other button', 'render', 'report', 'mask']),
  steps(1, ['reset', 'pagehide', 'offline', 'online', 'reword', 'interrupt', 'full']),
  steps(2, ['set'], ...Object.keys(CHANGES), 'back'),
);

/** A form without a page: two texts, a focus, a clock and a submit, and their invariants. */
class Life {
  state: FormState = initialState(SETTINGS, wordsFor('en', undefined, LENGTH));
  #texts: Record<FieldName, string> = { new: '', confirm: '' };
  #focused: FieldName | undefined;
  #isOffline = false;
  #clock = 0;
  /** The actions that the state waits for, and the times at which they are due. */
  #due = new Map<string, { readonly at: number; readonly action: Action }>();
  /** The submit in progress. */
  #sent: { readonly pin: string } | undefined;
  /** The outcome of a submit that the last action reported. */
  #ended: Outcome | undefined;
  #hasEmptied = false;
  #revealedAt = Infinity;

  get #said(): string {
    return this.state.message.text?.(this.state.words) ?? '';
  }

  get #judgement(): Judgement {
    const { new: first, confirm } = this.#texts;
    return judge(first, this.state.settings.noConfirm ? '' : confirm, this.state.settings);
  }

  step([verb, argument]: LifeStep): void {
    const { phase, isRevealed } = this.state;
    const isBusy = this.#sent !== undefined;
    switch (verb) {
      case 'enter':
        this.#type('new', String(argument));
        if (!this.state.settings.noConfirm) this.#type('confirm', String(argument));
        break;
      case 'type':
        this.#type(this.#focused ?? 'new', String(argument));
        break;
      case 'go to':
        this.#focus(argument === 'elsewhere' ? undefined : (argument as FieldName));
        break;
      case 'press':
      case 'submit':
        this.#submit(verb);
        break;
      case 'wait for':
        this.#go({ kind: 'progress', progress: PROGRESS[argument!]! });
        break;
      case 'end': {
        if (!isBusy) return;
        const outcome = OUTCOMES[argument as number]!;
        this.#sent = undefined;
        const isEmpty = this.#texts.new === '';
        const { keeps, isFinal = false } = { set: {}, aborted: {}, ...ENDS }[outcome.kind];
        const takesFocus = this.#focused !== undefined && isFinal;
        this.#go({ kind: 'outcome', outcome, request: REQUEST });
        assert.equal(this.#ended, outcome);
        assert.equal(this.state.message.takesFocus ?? false, takesFocus);
        if (!keeps) this.#expectEmpty();
        const kind = outcome.kind === 'unconfirmed' && isEmpty ? 'editing' : outcome.kind;
        assert.equal(this.state.phase.kind, /^(set|unconfirmed)$/.test(kind) ? kind : 'editing');
        break;
      }
      case 'pass':
        this.#pass(argument as number);
        break;
      case 'the other button':
        this.#pressOther();
        break;
      case 'reveal':
        this.#go({ kind: 'reveal' });
        assert.equal(this.state.isRevealed, phase.kind === 'editing' && !isRevealed);
        if (this.state.isRevealed) this.#revealedAt = this.#clock;
        break;
      case 'render':
        this.state = rendered(this.state);
        break;
      case 'interrupt':
        // Only typing can be interrupted.
        if (phase.kind !== 'editing') return;
        this.#go({ kind: 'clear', cause: 'interrupted' });
        this.#expectEmpty();
        assert.equal(this.#said, this.state.words.interrupted);
        break;
      case 'reset':
      case 'pagehide':
        this.#go(verb === 'reset' ? { kind: 'reset' } : { kind: 'clear', cause: 'reset' });
        this.#expectEmpty();
        this.#expectAborted(isBusy);
        if (verb === 'reset') assert.equal(this.state.phase.kind, 'editing');
        break;
      case 'offline':
      case 'online':
        this.#isOffline = verb === 'offline';
        this.#go({ kind: 'network' });
        break;
      case 'set':
        this.#set(String(argument), isBusy);
        break;
      case 'reword':
        this.#take(this.state.settings, wordsFor('de', undefined, LENGTH));
        assert.equal(this.#hasEmptied, false);
        break;
      default:
        this.#go({ kind: verb as 'report' | 'mask' | 'full' });
    }
    this.#check();
  }

  #submit(kind: 'press' | 'submit'): void {
    const { state } = this;
    const { mistake, disabled } = state.settings;
    const judgement = this.#judgement;
    const isHeld = state.phase.kind === 'unconfirmed';
    const moves =
      kind === 'press' &&
      judgement.isHalfway &&
      (this.#focused === 'new' || shownFieldOf(state) === 'new');
    const wasBusy = this.#sent !== undefined;
    this.#go({ kind });
    if (wasBusy || moves) return assert.equal(this.#ended, undefined);
    const sends = this.#sent !== undefined;
    const isFree = !disabled && state.phase.kind !== 'set' && mistake === undefined;
    const mayGo = isFree && judgement.problem === undefined;
    // The first press while offline doesn't send anything, but the second one does.
    const isHint = mayGo && !isHeld && this.#isOffline && !state.wasToldOffline;
    assert.equal(sends, mayGo && !isHint);
    assert.equal(this.#ended === undefined, sends, 'sent or ended');
    if (!isFree && mistake === undefined) assert.equal(this.#ended!.kind, 'aborted');
    if (mayGo) assert.equal(this.state.wasToldOffline, isHint);
  }

  #pressOther(): void {
    const { phase } = this.state;
    const isRetry = phase.kind === 'submitting' && phase.isRetry;
    if (phase.kind === 'waiting' || isRetry) {
      this.#go({ kind: 'clear', cause: 'cancel' });
      this.#expectAborted(true);
    } else if (phase.kind === 'unconfirmed' || shownFieldOf(this.state) === 'confirm') {
      if (!/^(unconfirmed|editing)$/.test(phase.kind)) return;
      this.#go({ kind: 'clear', cause: 'another-pin' });
    } else return;
    this.#expectEmpty();
    assert.equal(this.state.phase.kind, 'editing');
    assert.equal(this.#focused, 'new');
  }

  #set(name: string, wasBusy: boolean): void {
    const { settings, words, phase } = this.state;
    if (name === 'back') return this.#take(SETTINGS, words);
    const [change, empties] = CHANGES[name]!;
    const isNew = JSON.stringify({ ...settings, ...change }) !== JSON.stringify(settings);
    this.#take({ ...settings, ...change }, words);
    // A PIN that is set stays so when the form is disabled.
    const isKept = name === 'disabled' && phase.kind === 'set';
    if (!isNew || !empties || isKept) return assert.equal(this.#hasEmptied, false);
    assert.equal(this.#texts.new + this.#texts.confirm, '');
    const needsNewEntry = /cardId|endpoint|mistake|disabled/.test(Object.keys(change).join());
    if (needsNewEntry) this.#expectAborted(wasBusy);
    else assert.equal(this.#ended, undefined);
    const goesOn = !needsNewEntry && (wasBusy || phase.kind === 'set');
    assert.equal(this.state.phase.kind, goesOn ? phase.kind : 'editing');
  }

  #take(settings: FormSettings, words: FormState['words']): void {
    this.#go({ kind: 'settings', settings, words });
  }

  #type(field: FieldName, digits: string): void {
    const { kind } = this.state.phase;
    const isHidden = (shownFieldOf(this.state) ?? field) !== field;
    // A locked field is read-only.
    if (kind !== 'editing' || isHidden || this.state.settings.disabled) return;
    this.#focus(field);
    this.#texts[field] = digits;
    this.#go({ kind: 'edit', field });
    const { settings, errors } = this.state;
    const hasSubmitted = this.#sent !== undefined || this.#ended !== undefined;
    assert.ok(!hasSubmitted);
    assert.equal(errors[field], undefined);
    if (settings.flow === '') assert.equal(this.#focused, field);
  }

  /** Moves the focus. The field that loses it receives an event from the browser. */
  #focus(field: FieldName | undefined): void {
    const left = this.#focused;
    this.#focused = field;
    if (left === undefined || left === field) return;
    this.#go({ kind: 'leave', field: left });
  }

  #pass(time: number): void {
    const end = this.#clock + time;
    for (;;) {
      const due = [...this.#due].filter(([, { at }]) => at <= end);
      const [first] = due.sort(([, a], [, b]) => a.at - b.at);
      if (first === undefined) break;
      const [name, { at, action }] = first;
      this.#clock = at;
      this.#due.delete(name);
      this.#go(action);
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
    const before = this.state;
    const [state, ...effects] = next(before, action, {
      judgement: this.#judgement,
      focused: this.#focused,
      isInside: this.#focused !== undefined,
      isOffline: this.#isOffline,
    });
    this.state = state;
    for (const name of ['message', 'mask'] as const) {
      const timer = state.timers[name];
      if (timer === before.timers[name]) continue;
      this.#due.delete(name);
      if (timer) this.#due.set(name, { at: this.#clock + timer.after, action: timer.action });
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
        assert.ok(this.#sent);
        this.#sent = undefined;
        return;
      case 'send': {
        const { new: pin, confirm } = this.#texts;
        const { settings } = this.state;
        assert.equal(this.#sent, undefined, 'one submit at a time');
        assert.ok(!settings.disabled && settings.mistake === undefined);
        assert.equal(pin.length, LENGTH);
        assert.ok(settings.pinRules === 'none' || pin !== PINS[2]);
        if (!settings.noConfirm) assert.equal(confirm, pin);
        assert.equal(effect.request, effect.mayBeSet ? REQUEST : undefined);
        this.#sent = { pin };
        return;
      }
      case 'focus': {
        const left = this.#focused;
        this.#focused = effect.field;
        if (left !== undefined && left !== effect.field)
          this.#follow({ kind: 'leave', field: left });
        return;
      }
      case 'end':
        this.#ended = effect.outcome;
    }
  }

  #expectEmpty(): void {
    assert.equal(this.#texts.new + this.#texts.confirm, '');
    assert.deepEqual(this.state.timers.mask, undefined);
    // The next entry shows the hint about the network again.
    assert.equal(this.state.wasToldOffline, false);
  }

  #expectAborted(wasBusy: boolean): void {
    assert.equal(this.#sent, undefined);
    assert.equal(this.#ended?.kind, wasBusy ? 'aborted' : undefined);
  }

  /** Asserts the invariants. */
  #check(): void {
    const { phase, timers, errors, settings, isRevealed } = this.state;
    const isBusy = this.#sent !== undefined;
    assert.equal(/^(submitting|waiting)$/.test(phase.kind), isBusy, 'busy');
    const text = JSON.stringify({ ...this.state, settings: {} });
    assert.ok(!/80451|73026|11111/.test(text), 'a PIN in the state');
    // The state waits only for actions that are still needed.
    if (timers.message) assert.ok(isBusy, 'a message about a submit');
    if (isBusy || phase.kind === 'unconfirmed') assert.deepEqual(errors, {});
    if (errors.confirm?.(this.state.words) === this.state.words.confirmationProblems.mismatch)
      assert.ok(this.#judgement.differs, 'PINs that don’t match');
    if (phase.kind === 'waiting') assert.ok(timers.message || this.#said !== '', 'its progress');
    assert.equal(timers.mask !== undefined, isRevealed);
    if (isRevealed) assert.ok(this.#clock - this.#revealedAt < 30_000 && phase.kind === 'editing');
    if (phase.kind === 'unconfirmed') {
      assert.notEqual(this.#texts.new, '');
      assert.match(this.#said, /^(We can’t tell|Ob Ihre)/);
    }
    if (settings.disabled) assert.equal(this.#texts.new, '');
    const state = visibleStateOf(this.state, this.#judgement);
    assert.equal(state.phase, phase.kind);
    assert.equal(state.hasErrors, Object.values(errors).some(Boolean) && phase.kind !== 'set');
    if (phase.kind === 'set') assert.ok(state.isComplete && state.problem === undefined);
  }
}

/** Always tested: the hint about the network is shown again after a submit. */
const OFFLINE: LifeStep[] = [
  ['offline'],
  ['enter', PINS[0]!],
  ['press'],
  ['press'],
  ['end', 8],
  ['press'],
];

it('keeps the form’s state consistent in any order of events', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40, size: 'max' }), (steps) => {
      const life = new Life();
      for (const step of steps) life.step(step);
    }),
    {
      ...FUZZ,
      examples: [[OFFLINE]],
      numRuns: 1 + cases(20_000),
      // Searches for a shorter counterexample no longer than this.
      interruptAfterTimeLimit: 60_000,
    },
  );
});
