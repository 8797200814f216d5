/**
 * The look of what the host page of isolated mode shows too: text, labels, the boxes of the fields,
 * buttons and notices. It comes before the other styles of the form, which refine it.
 */
import { css } from 'lit';

export const baseStyles = css`
  :host {
    display: block;
    box-sizing: border-box;
    max-width: 24rem;
    color: var(--_text);
    font: 400 1rem/1.5 var(--_font);
    text-align: left;
  }

  /* The layout follows the page's direction. Text runs in the direction of its language, but is
     aligned to the side where the page's text begins. */
  :host(:dir(rtl)) {
    text-align: right;
  }

  div[dir] {
    direction: inherit;
  }

  [dir] :is(p, label, button, .success > *) {
    direction: ltr;
  }

  [dir='rtl'] :is(p, label, button, .success > *) {
    direction: rtl;
  }

  :host([hidden]) {
    display: none;
  }

  @media (prefers-contrast: more) {
    :host {
      --_border: var(--_text);
      --_text-muted: var(--_text);
      font-weight: 500;
    }

    .field {
      box-shadow: inset 0 0 0 1px var(--_border);
    }
  }

  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }

  p {
    margin: 0;
  }

  .hint {
    color: var(--_text-muted);
    font-size: 0.875rem;
  }

  .pin {
    display: grid;
    grid-template: 'label aside' auto 'field field' auto 'message message' auto / 1fr auto;
    align-items: end;
    gap: 6px 12px;
    container-type: inline-size;
  }

  label {
    grid-area: label;
    font-size: 0.9375rem;
    font-weight: 600;
  }

  .field {
    grid-area: field;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }

  :host([appearance='line']) .field {
    border-width: 0 0 2px;
    border-radius: 0;
    background: none;
    box-shadow: none;
  }

  /* Room for two lines under each field and three under the button, so that nothing moves when a
     message appears. */
  .pin > p {
    --_tone: var(--_error);
    position: relative;
    grid-area: message;
    min-height: 2.5rem;
    margin-block-end: -8px;
    color: var(--_tone);
    font-size: 0.875rem;
    line-height: 1.25rem;
    text-align: start;
  }

  button {
    margin: 0;
    padding: 8px 20px;
    border: 0;
    border-radius: var(--_radius);
    background: none;
    color: var(--_accent);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }

  button:focus-visible {
    outline: 2px solid var(--_border-focus);
    outline-offset: 2px;
  }

  .reveal {
    grid-area: aside;
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 0;
    margin-block: -2px;
    font-size: 0.875rem;
    font-weight: 500;

    svg {
      width: 28px;
      height: 28px;
      padding: 4px;
      border-radius: 6px;
    }
  }

  svg {
    flex: none;
  }

  .submit {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-height: var(--_control-height);
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 1rem;

    @media (forced-colors: active) {
      border: 1px solid;
    }
  }

  .submit:hover {
    filter: brightness(1.08);
  }

  .submit:active {
    filter: brightness(0.94);
  }

  .status {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 8px;
    min-height: 4.5rem;
    margin-block-start: 12px;
    font-size: 0.875rem;
    line-height: 1.25rem;
  }

  [role='status'] {
    flex: 1 9rem;
    color: var(--_text-muted);
  }

  .unseen,
  .quiet {
    position: absolute;
    overflow: hidden;
    width: 1px;
    height: 1px;
    min-height: 0;
    clip-path: inset(50%);
  }

  .notice:is(.error, .warning) {
    --_tone: var(--_error);
    position: relative;
    flex: 1 0 100%;
    padding: 11px 14px;
    padding-inline-start: 42px;
    border: 1px solid #0000;
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_tone) 9%, #0000);
    overflow-wrap: anywhere;
  }

  /* A sign beside the text, because colour must not be the only cue. */
  .pin > p:not(:empty)::before,
  .notice:is(.error, .warning)::before {
    position: absolute;
    inset-block-start: 2px;
    inset-inline-start: 0;
    width: 1rem;
    border-radius: 50%;
    background: var(--_tone);
    color: var(--_surface);
    font: 700 0.75rem/1rem var(--_font);
    text-align: center;
    content: '!';
    content: '!' / '';
  }

  .notice:is(.error, .warning)::before {
    inset-block-start: 12px;
    inset-inline-start: 14px;
    width: 1.125rem;
    line-height: 1.125rem;
  }
`;
