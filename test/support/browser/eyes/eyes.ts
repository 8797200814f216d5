/** What assistive technology is told of one thing on the page. */
export interface Perceived {
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly focused: boolean;
  readonly invalid: boolean;
  readonly disabled: boolean;
  readonly readonly: boolean;
  readonly busy: boolean;
  readonly pressed: boolean;
  /** The text inside it. */
  readonly text: string;
  /** By which the eyes know it. */
  readonly node: number;
}

/** The way to what an engine tells assistive technology. */
export interface Eyes {
  /** Reads everything that is on the page. */
  perceive(): Promise<readonly Perceived[]>;
  /** Gives something the focus, as assistive technology does. */
  focusOn(node: number): Promise<void>;
  /** The middle of something, from the corner of the viewport. */
  placeOf(node: number): Promise<readonly [number, number]>;
}
