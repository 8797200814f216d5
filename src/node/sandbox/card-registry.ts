import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SANDBOX_CARDS, type CardState, type SandboxBehaviour, type SandboxCard } from './cards.js';
import type { ScriptedAnswer } from './scripted-answers.js';

/** A card and the state that operations change. */
export interface CardEntry {
  readonly card: SandboxCard;
  /** The number of attempts that the card's own script has answered. */
  attempts: number;
  /** Scripted answers for the next attempts, in order. */
  script: ScriptedAnswer[];
}

interface StoredEntry extends CardEntry {
  digest: Buffer | undefined;
  timesSet: number;
  answerDelay: number | null;
  /** Callbacks that check the delay again after it changed. */
  readonly delayListeners: Set<() => void>;
}

/**
 * The cards of one environment and their state. Stores no PIN, only its digest. The digest's key is
 * generated at start and never leaves this object.
 */
export class CardRegistry {
  readonly #digestKey = randomBytes(32);
  readonly #entries = new Map<string, StoredEntry>();

  constructor() {
    this.#seed();
  }

  find(id: string): CardEntry | undefined {
    return this.#entries.get(id);
  }

  /** Returns a card with its state, or `undefined` if the id is unknown. */
  state(id: string): CardState | undefined {
    const entry = this.#entries.get(id);
    return entry && describe(entry);
  }

  states(): CardState[] {
    return [...this.#entries.values()].map(describe);
  }

  /** Creates a card with an id of its own. Returns `undefined` if the behaviour is unknown. */
  create(behaviour: SandboxBehaviour): CardState | undefined {
    const template = SANDBOX_CARDS.find((card) => card.behaviour === behaviour);
    if (!template) return undefined;
    return describe(this.#add({ ...template, id: `${template.id}_${randomLetters(12)}` }));
  }

  setPin(id: string, pin: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.digest = this.#digest(id, pin);
    entry.timesSet += 1;
  }

  /** Returns true if this is the card's PIN. */
  matches(id: string, pin: string): boolean {
    const digest = this.#entries.get(id)?.digest;
    return digest !== undefined && timingSafeEqual(digest, this.#digest(id, pin));
  }

  /** Replaces the scripted answers for the card's next attempts. */
  script(id: string, answers: readonly ScriptedAnswer[]): void {
    const entry = this.#entries.get(id);
    if (entry) entry.script = [...answers];
  }

  /** Changes the delay of a card's answers, including those that are waiting now. */
  delayAnswers(id: string, milliseconds: number | null): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.answerDelay = milliseconds;
    for (const listener of [...entry.delayListeners]) listener();
  }

  /** Waits for the card's delay, counted from now. */
  async waitForDelay(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const start = performance.now();
    for (;;) {
      const rest =
        entry.answerDelay === null ? null : start + entry.answerDelay - performance.now();
      if (rest !== null && rest <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = rest === null ? undefined : setTimeout(finish, rest);
        function finish(): void {
          clearTimeout(timer);
          entry!.delayListeners.delete(finish);
          resolve();
        }
        entry.delayListeners.add(finish);
      });
    }
  }

  /** Restores the cards of the table, and drops the created ones. */
  reset(): void {
    const former = [...this.#entries.values()];
    this.#entries.clear();
    this.#seed();
    for (const entry of former) {
      entry.answerDelay = 0;
      for (const listener of [...entry.delayListeners]) listener();
    }
  }

  #seed(): void {
    for (const card of SANDBOX_CARDS) this.#add(card);
  }

  #add(card: SandboxCard): StoredEntry {
    const entry: StoredEntry = {
      card,
      attempts: 0,
      script: [],
      digest: undefined,
      timesSet: 0,
      answerDelay: card.delayMilliseconds ?? 0,
      delayListeners: new Set(),
    };
    this.#entries.set(card.id, entry);
    return entry;
  }

  #digest(id: string, pin: string): Buffer {
    return createHmac('sha256', this.#digestKey).update(`${id}\0${pin}`).digest();
  }
}

function describe({ card, digest, timesSet, answerDelay, script }: StoredEntry): CardState {
  return {
    ...card,
    pinSet: digest !== undefined,
    timesSet,
    answerDelay,
    answersLeft: script.length,
  };
}

/** Returns only letters, because digits in an id could be mistaken for a PIN. */
function randomLetters(length: number): string {
  return Array.from(randomBytes(length), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
