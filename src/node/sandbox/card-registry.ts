import { createHmac, randomBytes } from 'node:crypto';
import type { CardAnswer } from './answer.js';
import { answerOf } from './behaviours.js';
import { SANDBOX_CARDS, type CardState, type SandboxBehaviour, type SandboxCard } from './cards.js';
import type { ScriptedAnswer } from './scripted-answers.js';

/**
 * A card and its state. Stores only the PIN's digest, never the PIN. The digest uses a random key,
 * which never leaves this object.
 */
export class Card {
  readonly data: SandboxCard;
  /** Scripted answers for the next attempts, in order. */
  script: ScriptedAnswer[] = [];
  readonly #digestKey = randomBytes(32);
  #digest: string | undefined;
  #timesSet = 0;
  /** The number of attempts that received the card's own response. */
  #attempts = 0;
  #answerDelay: number | null;
  /** Callbacks that check the delay again after it changes. */
  readonly #waiting = new Set<() => void>();

  constructor(data: SandboxCard) {
    this.data = data;
    this.#answerDelay = data.delayMilliseconds ?? 0;
  }

  get state(): CardState {
    return {
      ...this.data,
      pinSet: this.#digest !== undefined,
      timesSet: this.#timesSet,
      answerDelay: this.#answerDelay,
      answersLeft: this.script.length,
    };
  }

  setPin(pin: string): void {
    this.#digest = this.#digestOf(pin);
    this.#timesSet += 1;
  }

  matches(pin: string): boolean {
    return this.#digest === this.#digestOf(pin);
  }

  /** Returns the card's own response to its next attempt, or `undefined` for its payload. */
  nextAnswer(): CardAnswer | undefined {
    return answerOf(this.data.behaviour, this.#attempts++);
  }

  /** Changes the delay of responses, including those that are waiting now. */
  delayAnswers(milliseconds: number | null): void {
    this.#answerDelay = milliseconds;
    for (const check of this.#waiting) check();
  }

  /** Waits for the card's delay, counted from now, even if the delay changes meanwhile. */
  waitForDelay(): Promise<void> {
    const start = performance.now();
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const check = (): void => {
        clearTimeout(timer);
        const delay = this.#answerDelay;
        const rest = delay === null ? Infinity : start + delay - performance.now();
        if (rest <= 0) {
          this.#waiting.delete(check);
          resolve();
        } else if (rest !== Infinity) timer = setTimeout(check, rest);
      };
      this.#waiting.add(check);
      check();
    });
  }

  #digestOf(pin: string): string {
    return createHmac('sha256', this.#digestKey).update(pin).digest('base64');
  }
}

/** One environment's cards. */
export class CardRegistry {
  #cards = seed();

  find(id: string): Card | undefined {
    return this.#cards.get(id);
  }

  states(): CardState[] {
    return [...this.#cards.values()].map(({ state }) => state);
  }

  /** Creates a card with a new id. Returns `undefined` if the behaviour is unknown. */
  create(behaviour: SandboxBehaviour): CardState | undefined {
    const template = SANDBOX_CARDS.find((card) => card.behaviour === behaviour);
    if (!template) return undefined;
    const card = new Card({ ...template, id: `${template.id}_${randomLetters(12)}` });
    this.#cards.set(card.data.id, card);
    return card.state;
  }

  /** Restores the table's cards, removes all others, and sends the waiting responses. */
  reset(): void {
    for (const card of this.#cards.values()) card.delayAnswers(0);
    this.#cards = seed();
  }
}

function seed(): Map<string, Card> {
  return new Map(SANDBOX_CARDS.map((data) => [data.id, new Card(data)]));
}

/** Returns only letters, because digits in an id could be mistaken for a PIN. */
function randomLetters(length: number): string {
  return Array.from(randomBytes(length), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
