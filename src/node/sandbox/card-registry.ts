import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SANDBOX_CARDS, type SandboxBehaviour, type SandboxCard } from './cards.js';
import type { ScriptedAnswer } from './scripted-answers.js';

/** A card as the control interface shows it: the table's row and what has become of it. */
export type CardState = SandboxCard & {
  readonly pinSet: boolean;
  /** How many times a PIN was set; a repeated `IdempotencyKey` doesn't count. */
  readonly timesSet: number;
  /** Milliseconds of real time for which answers are held back; null: until that changes. */
  readonly answerDelay: number | null;
  /** How many scripted answers are left. */
  readonly answersLeft: number;
};

/** A card held in the registry. */
export interface HeldCard {
  readonly card: SandboxCard;
  /** Whether a card that fails once has done so. */
  hasFailed: boolean;
  /** What the next attempts are answered, in order, before the card does again as its row of the table says. */
  script: ScriptedAnswer[];
}

interface Entry extends HeldCard {
  digest: Buffer | undefined;
  timesSet: number;
  answerDelay: number | null;
  /** Woken when the delay changes. */
  readonly waiting: Set<() => void>;
}

/** The cards made on request that are kept at a time; the oldest go first. */
const MOST_FRESH_CARDS = 5000;

/**
 * The cards of one environment and their state. A PIN itself is never kept: only that there is one, and its digest under a key
 * that is made at start and never leaves this object.
 */
export class CardRegistry {
  readonly #digestKey = randomBytes(32);
  readonly #entries = new Map<string, Entry>();

  constructor() {
    this.#seed();
  }

  find(id: string): HeldCard | undefined {
    return this.#entries.get(id);
  }

  /** The state of one card, or nothing when there is none. */
  state(id: string): CardState | undefined {
    const entry = this.#entries.get(id);
    return entry && describe(entry);
  }

  states(): CardState[] {
    return [...this.#entries.values()].map(describe);
  }

  /** Makes a card of a behaviour that nobody else uses. */
  create(behaviour: SandboxBehaviour): CardState | undefined {
    const model = SANDBOX_CARDS.find((card) => card.behaviour === behaviour);
    if (!model) return undefined;
    const fresh = [...this.#entries.keys()].filter((id) => !SANDBOX_CARDS.some((c) => c.id === id));
    if (fresh.length >= MOST_FRESH_CARDS) this.#entries.delete(fresh[0]!);
    return describe(this.#add({ ...model, id: `${model.id}_${randomLetters(12)}` }));
  }

  setPin(id: string, pin: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.digest = this.#digest(id, pin);
    entry.timesSet += 1;
  }

  /** Whether this is the PIN that was set. */
  matches(id: string, pin: string): boolean {
    const digest = this.#entries.get(id)?.digest;
    return digest !== undefined && timingSafeEqual(digest, this.#digest(id, pin));
  }

  /** Says what the card's next attempts are answered, in place of what was said before. */
  script(id: string, answers: readonly ScriptedAnswer[]): void {
    const entry = this.#entries.get(id);
    if (entry) entry.script = [...answers];
  }

  /** Changes how long a card's answers are held back, those being held back at the moment included. */
  delayAnswers(id: string, milliseconds: number | null): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.answerDelay = milliseconds;
    for (const wake of [...entry.waiting]) wake();
  }

  /** Resolves once an answer for this card, being held back since now, may go out. */
  async answerDue(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const start = performance.now();
    for (;;) {
      const rest =
        entry.answerDelay === null ? null : start + entry.answerDelay - performance.now();
      if (rest !== null && rest <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = rest === null ? undefined : setTimeout(wake, rest);
        function wake(): void {
          clearTimeout(timer);
          entry!.waiting.delete(wake);
          resolve();
        }
        entry.waiting.add(wake);
      });
    }
  }

  /** Puts every card back to its start, and drops those that were made on request. */
  reset(): void {
    const former = [...this.#entries.values()];
    this.#entries.clear();
    this.#seed();
    for (const entry of former) {
      entry.answerDelay = 0;
      for (const wake of [...entry.waiting]) wake();
    }
  }

  #seed(): void {
    for (const card of SANDBOX_CARDS) this.#add(card);
  }

  #add(card: SandboxCard): Entry {
    const entry: Entry = {
      card,
      hasFailed: false,
      script: [],
      digest: undefined,
      timesSet: 0,
      answerDelay: card.delayMilliseconds ?? 0,
      waiting: new Set(),
    };
    this.#entries.set(card.id, entry);
    return entry;
  }

  #digest(id: string, pin: string): Buffer {
    return createHmac('sha256', this.#digestKey).update(`${id}\0${pin}`).digest();
  }
}

function describe({ card, digest, timesSet, answerDelay, script }: Entry): CardState {
  return {
    ...card,
    pinSet: digest !== undefined,
    timesSet,
    answerDelay,
    answersLeft: script.length,
  };
}

/** Letters alone: an id with digits in it could look as if it held a PIN. */
function randomLetters(length: number): string {
  return Array.from(randomBytes(length), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
