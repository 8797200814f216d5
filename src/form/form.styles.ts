/**
 * The look of the form. It uses the tokens of tokens.styles.ts by their private names.
 */
import { css } from 'lit';

export const styles = css`
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

  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }

  p {
    margin: 0;
  }

  /* Not a grid: with the grids inside it, that would lay out the whole form again for each key. */
  form {
    display: flex;
    flex-direction: column;
    gap: var(--_gap);
  }

  .hint {
    color: var(--_text-muted);
    font-size: 0.9375rem;
    line-height: 1.45;
  }

  .pin,
  .status {
    scroll-margin-block: 12px;
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
    font-weight: 600;
  }

  /* Set here and on the input, which does not inherit a font. A page could reveal the digits with
     a font of its own, but it can't redefine the generic monospace font. */
  .field,
  input {
    font: 500 max(16px, min(var(--_digit-size), 1.25 * var(--_pitch))) / 1.2 monospace;
  }

  /* The pitch is the distance from one digit to the next. */
  .field {
    --_pitch: calc((100cqi - 2px) / var(--_length));
    grid-area: field;
    display: grid;
    overflow: clip;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    direction: ltr;
    letter-spacing: calc(var(--_pitch) - 1ch);
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
    padding: 0 0 0 calc((var(--_pitch) - 1ch) / 2);
    border: 0;
    outline: 0;
    background: none;
    color: inherit;
    letter-spacing: inherit;
  }

  /* This matches a disabled input too. */
  input:read-only {
    color: var(--_text-muted);
    -webkit-text-fill-color: currentcolor;
    opacity: 1;
  }

  input[data-all-selected] {
    background: Highlight;
    color: HighlightText;
  }

  input::-ms-reveal {
    display: none;
  }

  :host(:is([appearance='line'], [appearance='field'])) .field {
    --_pitch: calc((100cqi - 36px) / var(--_length));
    letter-spacing: min(0.4em, var(--_pitch) - 1ch);

    &::before {
      content: none;
    }

    input {
      width: 100%;
      padding-inline: 16px;
    }
  }

  :host([appearance='line']) .field {
    border-width: 0 0 2px;
    border-radius: 0;
    background: none;
    box-shadow: none;

    input {
      padding-inline: 4px;
    }
  }

  /* Room for two lines under each field and three under the button, so that nothing moves when a
     message appears. */
  .pin > p {
    --_tone: var(--_error);
    position: relative;
    grid-area: message;
    min-height: 2.5rem;
    margin-block-end: -4px;
    color: var(--_tone);
    font-size: 0.875rem;
    line-height: 1.25rem;
    text-align: start;
  }

  .pin > .advice {
    --_tone: var(--_warning);
  }

  /* A sign beside the text, because colour must not be the only cue. */
  .pin > p:not(:empty) {
    padding-inline-start: 1.5em;

    &::before {
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

  .field:has(:disabled),
  button:disabled,
  .reveal[aria-disabled] {
    cursor: not-allowed;
    opacity: 0.5;
  }

  /* The area to press is larger than the visible button. */
  .reveal {
    grid-area: aside;
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 44px;
    padding: 0;
    margin-block: -10px;
    font-size: 0.9375rem;
  }

  .reveal[aria-pressed='true'] svg {
    fill: currentcolor;

    circle {
      stroke: var(--_surface);
    }
  }

  svg {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
    fill: none;
    stroke: currentcolor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 1.75;
  }

  .submit {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-height: var(--_control-height);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .submit:hover {
    filter: brightness(1.08);
  }

  .submit:active {
    filter: brightness(0.94);
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
    opacity: 0;
    animation:
      turn 800ms linear infinite,
      appear 0s 300ms forwards;
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @keyframes appear {
    to {
      opacity: 1;
    }
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
    flex: 1 0 100%;
    padding: 11px 14px;
    border: 1px solid var(--_tone);
    border-inline-start-width: 4px;
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_tone) 7%, #0000);
    overflow-wrap: anywhere;
  }

  .notice.warning {
    --_tone: var(--_warning);
  }

  .quote {
    display: block;
  }

  /* The button to cancel is beside the progress text, the button to start over below the notice:
     never in the same place. */
  .way-out {
    min-height: 44px;
    padding: 8px 12px;
    margin-block-start: -10px;
  }

  .notice:is(.error, .warning) + .way-out {
    flex: 1 0 100%;
    margin: 0;
  }

  .success {
    display: grid;
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
    animation: draw 250ms ease-out;
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

  @media (prefers-reduced-motion: reduce) {
    .success .check {
      animation: none;
    }

    .spinner {
      animation: appear 0s 300ms forwards;
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

    .field[data-invalid] {
      margin: -2px;
      border-width: 3px;
    }

    .submit {
      border: 1px solid;
    }
  }
`;
