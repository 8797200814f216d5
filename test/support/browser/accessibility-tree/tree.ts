/** One node of the accessibility tree, as an engine exposes it to assistive technology. */
export interface AccessibleNode {
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
  /** The text inside the node. */
  readonly text: string;
  /** Identifies the node to the tree that it was read from. */
  readonly id: number;
}

/** The accessibility tree of the page, read in the engine's own way. */
export interface AccessibilityTree {
  /** Reads every node of the page. */
  read(): Promise<readonly AccessibleNode[]>;
  /** Focuses a node, as assistive technology does. */
  focus(id: number): Promise<void>;
  /** Returns the center of a node in viewport coordinates. */
  centerOf(id: number): Promise<readonly [number, number]>;
}
