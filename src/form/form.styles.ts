/**
 * The look of what is only in the form. It uses the tokens of tokens.ts by their private names,
 * and follows base.styles.ts.
 */
import { css } from 'lit';

export const styles = css`
  /* Not a grid: with the grids inside it, that would lay out the whole form again for each key. */
  form {
    display: flex;
    flex-direction: column;
    gap: var(--_gap);
  }

  .pin,
  .status {
    scroll-margin-block: 12px;
  }

  .pin[hidden] {
    display: none;
  }

  .field:hover {
    border-color: var(--_text-muted);
  }

  button:not(.submit):hover {
    text-decoration: underline;
  }

  .reveal {
    position: relative;

    /* The area to press is larger than the visible button. */
    &::after {
      position: absolute;
      inset: -8px 0;
      content: '';
    }
  }

  svg {
    fill: none;
    stroke: currentcolor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 1.75;
  }

  /* Set here and on the input, which does not inherit a font. A page could reveal the digits with
     a font of its own, but it can't redefine the generic monospace font. */
  .field,
  input {
    font: 500 max(16px, min(var(--_size, var(--_digit-size)), 1.25 * var(--_pitch))) / 1.2 monospace;
    letter-spacing: calc(var(--_pitch) - var(--_glyph, 1ch));
  }

  /* The pitch is the distance from one digit to the next. */
  .field {
    --_pitch: calc((100cqi - 2px) / var(--_length));
    display: grid;
    overflow: clip;
    direction: ltr;
  }

  .field > *,
  .field::before {
    grid-area: 1/1;
  }

  /* The lines between the boxes. They are the background of a text that has the same spacing as
     the digits. If a user style sheet narrows the spacing of letters, the lines have no width. */
  .field::before {
    margin-inline-start: calc((var(--_pitch) - 1ch) / 2);
    justify-self: start;
    background: linear-gradient(
        90deg,
        #0000 calc(50% + 0.5ch - clamp(0px, 99 * (100% - 0.9 * var(--_pitch)), 1px)),
        var(--_border) 0 calc(50% + 0.5ch),
        #0000 0
      )
      0 / calc(100% / (var(--_length) - 1));
    word-spacing: 0;
    content: var(--_gaps);
  }

  .field:focus-within {
    border-color: var(--_border-focus);
    outline: 2px solid var(--_border-focus);
    outline-offset: 2px;
  }

  .field[data-invalid] {
    border-color: var(--_error);
    outline-color: var(--_error);
    box-shadow: inset 0 0 0 1px var(--_error);
  }

  /* Wider than the field, so that the caret fits behind the last digit and the input never
     scrolls. */
  input {
    width: calc(100% + var(--_pitch));
    height: var(--_control-height);
    margin: 0;
    padding: 0 0 0 calc((var(--_pitch) - var(--_glyph, 1ch)) / 2);
    border: 0;
    outline: 0;
    background: none;
    color: inherit;
  }

  /* A bullet is much smaller than a digit of the same font. A wide one is large enough. The field
     sets --_bullet. */
  [type='password'] {
    --_glyph: calc(var(--_bullet, 1) * 1ch);
    --_size: calc(1.6 * var(--_digit-size) / max(1, var(--_bullet, 1)));
  }

  .sample {
    width: 0;
    padding: 0;
    font-size: 20px;
    letter-spacing: 0;
  }

  /* This matches a disabled input too. */
  input:read-only {
    color: var(--_text-muted);
    -webkit-text-fill-color: currentcolor;
    opacity: 1;
  }

  input::selection,
  input[data-all-selected] {
    background: color-mix(in srgb, var(--_accent) 22%, #0000);
  }

  input::-ms-reveal {
    display: none;
  }

  :host(:is([appearance='line'], [appearance='field'])) .field {
    --_pitch: calc((100cqi - 36px) / var(--_length));

    &,
    input {
      letter-spacing: min(0.4em, var(--_pitch) - 1ch);
    }

    /* The bullets are as far apart as the digits. */
    [type='password'] {
      letter-spacing: calc(min(var(--_digit-size), var(--_pitch)) - var(--_glyph));
    }

    &::before {
      content: none;
    }

    input {
      width: 100%;
      padding-inline: 16px;
    }
  }

  :host([appearance='line']) .field input {
    padding-inline: 4px;
  }

  .pin > .advice,
  .notice.warning {
    --_tone: var(--_warning);
  }

  .pin > p:not(:empty) {
    padding-inline-start: 1.5em;
  }

  .pin:has(:disabled) > label {
    color: var(--_text-muted);
  }

  .field:has(:disabled),
  button:disabled,
  .reveal[aria-disabled] {
    cursor: not-allowed;
    opacity: 0.5;
  }

  .reveal[aria-pressed='true'] svg {
    background: color-mix(in srgb, var(--_accent) 12%, #0000);
  }

  .reveal[aria-pressed='false'] .stroke {
    display: none;
  }

  .submit[aria-disabled] {
    cursor: progress;
    filter: none;
  }

  .spinner {
    flex: none;
    width: 1.125rem;
    height: 1.125rem;
    border: 2px solid;
    border-inline-end-color: #0000;
    border-radius: 50%;
    animation: appear 300ms step-end;
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @keyframes appear {
    from {
      opacity: 0;
    }
  }

  .quote {
    display: block;
    color: var(--_text-muted);
    font-size: 0.75rem;
  }

  code {
    font-size: inherit;
    -webkit-user-select: all;
    user-select: all;
  }

  /* The button to cancel is beside the progress text, the button to start over below the notice:
     never in the same place. */
  .way-out {
    min-height: 44px;
    padding: 8px 12px;
    margin-block-start: -10px;
  }

  .status .submit,
  .notice:is(.error, .warning) ~ .way-out {
    flex: 1 0 100%;
    margin: 0;
  }

  .success {
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 8px;
    padding: 28px 20px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    text-align: center;
    text-wrap: balance;
  }

  /* They get the focus only so that a screen reader reads them. They are not controls. */
  .success:focus,
  .notice:focus {
    outline: 0;
  }

  .success svg {
    width: 56px;
    height: 56px;
    color: var(--_success);
    stroke-width: 1.5;
  }

  .success .check {
    stroke-dasharray: 24;
  }

  @keyframes draw {
    from {
      stroke-dashoffset: 24;
    }
  }

  .success strong {
    font-size: 1.125rem;
    line-height: 1.4;
  }

  .success .next {
    color: var(--_text-muted);
    font-size: 0.9375rem;
  }

  @media (prefers-reduced-motion: no-preference) {
    .field,
    button,
    svg {
      transition: 120ms;
      transition-property: border-color, background-color;
    }

    .spinner {
      animation:
        turn 800ms linear infinite,
        appear 300ms step-end;
    }

    .success {
      animation: appear 200ms;
    }

    .success .check {
      animation: draw 250ms ease-out;
    }
  }

  /* The system's colours replace the page's: a field has no boxes, and borders show the states. */
  @media (forced-colors: active) {
    .field::before {
      content: none;
    }

    /* The system's colours would close the gap in the ring. */
    .spinner {
      forced-color-adjust: none;
      color: ButtonText;
    }

    /* The system has its own colour for disabled controls. */
    .field:has(:disabled),
    button:disabled {
      opacity: 1;
    }

    .pin:has(:disabled) > :is(label, .field) {
      border-color: GrayText;
      color: GrayText;
    }

    input[data-all-selected] {
      background: Highlight;
      color: HighlightText;
    }

    .field[data-invalid] {
      margin: -2px;
      border-width: 3px;
    }
  }
`;
