import type { CardState, SandboxBehaviour } from './cards.js';
import type { LoggedRequest } from './log.js';
import type { ScriptedAnswer } from './scripted-answers.js';

/** The sandbox's clock. */
export interface ClockState {
  /** The time, in ISO 8601 format. */
  readonly now: string;
  /** Seconds that the clock is ahead of this machine's time; negative if it is behind. */
  readonly advancedSeconds: number;
}

/**
 * Controls a running sandbox's test environment over HTTP, even from another process. Each
 * method rejects with the sandbox's explanation if a card is unknown or a value is out of range.
 */
export class SandboxControl {
  /** The URL of the control interface, without a slash at the end. */
  readonly url: string;

  /**
   * @param url - The control interface's address, such as `http://127.0.0.1:4402`.
   * @throws {TypeError} if it is missing
   */
  constructor(url: string | undefined) {
    if (!url)
      throw new TypeError(
        'The address is missing. Has the sandbox set it in SET_CARD_PIN_CONTROL?',
      );
    this.url = url.replace(/\/$/, '');
  }

  /** Returns every card with its state. */
  async cards(): Promise<readonly CardState[]> {
    return (await this.#call<{ cards: CardState[] }>('GET', '/cards')).cards;
  }

  /** Returns a card with its state. */
  card(id: string): Promise<CardState> {
    return this.#call('GET', pathOf(id));
  }

  /** Creates a card that no other test uses. */
  createCard(behaviour: SandboxBehaviour): Promise<CardState> {
    return this.#call('POST', '/cards', { behaviour });
  }

  /** Returns true if `pin` is the card's PIN. */
  async hasPin(id: string, pin: string): Promise<boolean> {
    const { matches } = await this.#call<{ matches: boolean }>('POST', `${pathOf(id)}/verify`, {
      pin,
    });
    return matches;
  }

  /**
   * Delays a card's responses, including those that are waiting.
   *
   * @param milliseconds - Real time. `null` holds the responses until the next call.
   */
  delayAnswers(id: string, milliseconds: number | null): Promise<CardState> {
    return this.#call('POST', `${pathOf(id)}/delay`, { milliseconds });
  }

  /** Scripts the responses to a card's next attempts, before the card's own responses. */
  scriptAnswers(id: string, answers: readonly ScriptedAnswer[]): Promise<CardState> {
    return this.#call('POST', `${pathOf(id)}/answers`, { answers });
  }

  /** Returns the last 500 requests to both environments, oldest first, without their values. */
  async requests(): Promise<readonly LoggedRequest[]> {
    return (await this.#call<{ requests: LoggedRequest[] }>('GET', '/requests')).requests;
  }

  /** Returns the clock, which both environments share. */
  clock(): Promise<ClockState> {
    return this.#call('GET', '/clock');
  }

  /** Moves the clock, for example forward so that client tokens expire. */
  advanceClock(seconds: number): Promise<ClockState> {
    return this.#call('POST', '/clock', { advanceSeconds: seconds });
  }

  /** Resets everything in both environments: cards, tokens, clock and requests. */
  reset(): Promise<void> {
    return this.#call('POST', '/reset');
  }

  async #call<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const json = (text === '' ? undefined : JSON.parse(text)) as Result;
    if (response.ok) return json;
    const { error } = json as { readonly error?: string };
    throw new Error(`The sandbox refused ${method} ${path}: ${error}`);
  }
}

function pathOf(id: string): string {
  return `/cards/${encodeURIComponent(id)}`;
}
