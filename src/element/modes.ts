/** The modes that a file of the package has: both, or one of them. */
import type { CSSResult } from 'lit';
import type { Form } from '../form/form.js';
import type { FramedFormHost } from '../isolated/host/framed-form.js';

export interface Modes {
  readonly styles: readonly CSSResult[];
  /** Creates the form of an element without `frame-src`. */
  readonly inline: CreateForm;
  /** Creates the form of an element with `frame-src`. */
  readonly isolated: CreateForm;
}

type CreateForm = (root: ShadowRoot, host: FramedFormHost) => Form;
