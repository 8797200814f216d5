/** Everything that the page's tools captured from the form since the last reset. */
import type { LoggedKey } from './key-logger.js';
import type { SeenRequest } from './network-hook.js';
import { nameOf } from './pin-form-nodes.js';
import type { RecordedText } from './session-recorder.js';

/** Digits that a tool captured. */
export interface CapturedDigits {
  /** The field's label, or the name of the JSON member. */
  readonly name: string;
  readonly digits: string;
}

/** Requests that are kept. The oldest are dropped. */
const MAX_REQUESTS = 3;

export class Captures {
  /** Text typed into each field, as each type of event reports it. */
  readonly #typed = new Map<Node, Map<string, string>>();
  readonly #recorded = new Map<Node, string>();
  #requests: readonly SeenRequest[] = [];

  addKey({ field, type, text }: LoggedKey): void {
    const typed = this.#typed.get(field) ?? new Map<string, string>();
    this.#typed.set(field, typed);
    const before = typed.get(type) ?? '';
    if (/^\d+$/.test(text)) typed.set(type, before + text);
    else if (text === 'Backspace') typed.set(type, before.slice(0, -1));
  }

  addTexts(texts: readonly RecordedText[]): void {
    for (const { node, text } of texts) this.#recorded.set(node, text);
  }

  addRequest(request: SeenRequest): void {
    this.#requests = [request, ...this.#requests.slice(0, MAX_REQUESTS - 1)];
  }

  reset(): void {
    this.#typed.clear();
    this.#recorded.clear();
    this.#requests = [];
  }

  get typedDigits(): readonly CapturedDigits[] {
    return [...this.#typed].flatMap(([field, typed]) => {
      const digits = [...typed.values()].find((text) => text !== '');
      return digits === undefined ? [] : [{ name: nameOf(field), digits }];
    });
  }

  get recordedDigits(): readonly CapturedDigits[] {
    return [...this.#recorded]
      .filter(([, text]) => /^\d+$/.test(text))
      .map(([node, digits]) => ({ name: nameOf(node), digits }));
  }

  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  /** Returns the first string in a request body that has as many digits as a PIN. */
  sentDigits(pinLength: number): readonly CapturedDigits[] {
    return this.#requests.flatMap(({ body }) => pinsIn(parseBody(body), pinLength)).slice(0, 1);
  }
}

/** Parses a request body. Returns the text itself if it is not JSON. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function pinsIn(value: unknown, length: number, name = 'body'): readonly CapturedDigits[] {
  if (typeof value === 'string')
    return /^\d+$/.test(value) && value.length === length ? [{ name, digits: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => pinsIn(each, length, key));
}
