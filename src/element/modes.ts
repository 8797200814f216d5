/**
 * The modes of the element. Isolated mode is in every file of the package. The entries with inline
 * mode add it, so that the other files don't contain it.
 */
import type { CSSResult } from 'lit';
import { baseStyles } from '../form/base.styles.js';
import type { Form } from '../form/form.js';
import { tokenStyles } from '../form/tokens.styles.js';
import { FramedForm, type FramedFormHost } from '../isolated/host/framed-form.js';
import { framedStyles } from '../isolated/host/framed-form.styles.js';

/** Creates the form of an element. */
type CreateForm = (root: ShadowRoot, host: FramedFormHost) => Form;

/** Creates the form of an element with `frame-src`. */
export const createIsolated: CreateForm = (root, host) => new FramedForm(root, host);

/** Creates the form of an element without `frame-src`. That of isolated mode fails and says so. */
export let createInline = createIsolated;

/** The style sheets of all modes. */
export const styles: CSSResult[] = [tokenStyles, baseStyles, framedStyles];

/** Adds inline mode to the element. */
export function addInlineMode(create: CreateForm, ...more: CSSResult[]): void {
  createInline = create;
  styles.push(...more);
}
