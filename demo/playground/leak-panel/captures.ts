/** Everything that the page's tools captured from the form since the last reset. */

/** Digits that a tool captured. */
export interface CapturedDigits {
  /** The field's label, or the name of the JSON member. */
  readonly name: string;
  readonly digits: string;
}

export class Captures {
  /** Text typed into each field, as each type of event reports it. */
  readonly #typed = new Map<Node, Map<string, string>>();
  readonly #recorded = new Map<Node, string>();
  #sent: readonly CapturedDigits[] = [];

  /** @param text - The typed characters, or the name of another key. */
  addKey(field: Node, type: string, text: string): void {
    const typed = this.#typed.get(field) ?? new Map<string, string>();
    this.#typed.set(field, typed);
    const before = typed.get(type) ?? '';
    if (/^\d+$/.test(text)) typed.set(type, before + text);
    else if (text === 'Backspace') typed.set(type, before.slice(0, -1));
  }

  addText(node: Node, text: string): void {
    this.#recorded.set(node, text);
  }

  /** Keeps the first string in the body that has as many digits as a PIN. */
  addRequest(body: string, pinLength: number): void {
    const pins = [...body.matchAll(/"(\w+)":"(\d+)"/g)]
      .map(([, name = '', digits = '']) => ({ name, digits }))
      .filter(({ digits }) => digits.length === pinLength);
    if (pins.length > 0) this.#sent = pins.slice(0, 1);
  }

  reset(): void {
    this.#typed.clear();
    this.#recorded.clear();
    this.#sent = [];
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

  get sentDigits(): readonly CapturedDigits[] {
    return this.#sent;
  }
}

/** Returns the label of a field, or the tag of any other element. */
function nameOf(node: Node): string {
  if (!(node instanceof Element)) return node.nodeName;
  const label = node instanceof HTMLInputElement ? node.labels?.[0]?.textContent?.trim() : '';
  return label || `<${node.localName}>`;
}
