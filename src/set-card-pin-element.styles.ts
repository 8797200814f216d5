/**
 * How the element looks. Every `--set-card-pin-*` property is read with a fallback and never declared here, so that a page can set
 * it on any ancestor; what is declared begins with `--_`, as it is inherited by what the page puts into the slots. Colours come in
 * pairs, for light and dark, chosen by the page's `color-scheme`.
 */
import { css } from 'lit';

export const styles = css`
  :host {
    --_accent: var(--set-card-pin-accent, light-dark(#1f5eff, #8fb0ff));
    --_on-accent: var(--set-card-pin-on-accent, light-dark(#fff, #0a1530));
    --_text: var(--set-card-pin-text, light-dark(#161a23, #f1f3f8));
    --_text-muted: var(--set-card-pin-text-muted, light-dark(#566072, #a8b2c6));
    --_surface: var(--set-card-pin-surface, light-dark(#fff, #171c27));
    --_border: var(--set-card-pin-border, light-dark(#848ea1, #71809b));
    --_border-focus: var(--set-card-pin-border-focus, var(--_accent));
    --_error: var(--set-card-pin-error, light-dark(#b3202c, #ff9a9a));
    --_warning: var(--set-card-pin-warning, light-dark(#7a4b00, #f4c36a));
    --_success: var(--set-card-pin-success, light-dark(#0b6b43, #6fdca6));
    --_radius: var(--set-card-pin-radius, 10px);
    --_gap: var(--set-card-pin-gap, 12px);
    --_font: var(--set-card-pin-font, system-ui, sans-serif);
    --_digit-size: var(--set-card-pin-digit-size, 22px);
    --_control-height: var(--set-card-pin-control-height, 52px);

    display: block;
    box-sizing: border-box;
    max-width: 24rem;
    color: var(--_text);
    font: 400 1rem/1.5 var(--_font);
    text-align: start;
  }

  /* A sentence runs in the direction of its own language, and stands on the side of the page's. */
  :host(:dir(rtl)) {
    text-align: right;
  }

  p,
  label,
  button,
  .success > * {
    unicode-bidi: plaintext;
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

  form {
    display: grid;
    gap: var(--_gap);
  }

  .hint {
    color: var(--_text-muted);
    font-size: 0.9375rem;
    line-height: 1.45;
  }

  .pin {
    display: grid;
    grid-template: 'label aside' auto 'field field' auto 'error error' auto / 1fr auto;
    align-items: end;
    row-gap: 6px;
  }

  label {
    grid-area: label;
    font-weight: 600;
    line-height: 1.5;
  }

  .field {
    grid-area: field;
    display: grid;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    transition: border-color 120ms;
  }

  .field:hover {
    border-color: var(--_text-muted);
  }

  .field:focus-within {
    border-color: var(--_border-focus);
    outline: 2px solid var(--_border-focus);
    outline-offset: 2px;
  }

  .field[data-invalid] {
    border-color: var(--_error);
    box-shadow: inset 0 0 0 1px var(--_error);
  }

  .field[data-invalid]:focus-within {
    outline-color: var(--_error);
  }

  /* The font is set here and not inherited: a font of the page's choice could tell which digits it draws. */
  input {
    width: 100%;
    min-width: 0;
    height: var(--_control-height);
    margin: 0;
    padding: 0 16px;
    border: 0;
    border-radius: inherit;
    outline: 0;
    background: none;
    color: inherit;
    font:
      500 max(16px, var(--_digit-size)) / 1.2 ui-monospace,
      'SF Mono',
      Menlo,
      Consolas,
      'Liberation Mono',
      monospace;
    letter-spacing: 0.4em;
  }

  input:read-only,
  input:disabled {
    color: var(--_text-muted);
    -webkit-text-fill-color: currentcolor;
    opacity: 1;
  }

  input::-ms-reveal {
    display: none;
  }

  .pin > .error {
    position: relative;
    grid-area: error;
    min-height: 1.25rem;
    padding-inline-start: 22px;
    color: var(--_error);
    font-size: 0.875rem;
    line-height: 1.25rem;
  }

  /* The sign beside the words: an error is never told by colour alone. */
  .pin > .error:not(:empty)::before {
    position: absolute;
    inset-block-start: 2px;
    inset-inline-start: 0;
    width: 1rem;
    height: 1rem;
    border-radius: 50%;
    background: var(--_error);
    color: var(--_surface);
    font: 700 0.75rem/1rem var(--_font);
    text-align: center;
    content: '!';
    content: '!' / '';
  }

  button {
    margin: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }

  button:focus-visible {
    outline: 2px solid var(--_border-focus);
    outline-offset: 2px;
  }

  .reveal {
    grid-area: aside;
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 24px;
    padding: 0 8px;
    margin-inline-end: -8px;
    border-radius: 6px;
    color: var(--_accent);
    font-size: 0.9375rem;
    font-weight: 500;
  }

  .reveal[aria-disabled] {
    cursor: default;
    opacity: 0.5;
  }

  .reveal:hover:not([aria-disabled]) {
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  .reveal[aria-pressed='false'] .slash {
    display: none;
  }

  svg {
    flex: none;
    width: 20px;
    height: 20px;
    fill: none;
    stroke: currentcolor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 1.75;
  }

  .actions {
    display: grid;
    gap: 8px;
  }

  .submit {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-height: var(--_control-height);
    padding: 8px 20px;
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    transition: filter 120ms;
  }

  .submit:hover {
    filter: brightness(1.08);
  }

  .submit:active {
    filter: brightness(0.94);
  }

  .submit[aria-disabled='true'] {
    cursor: progress;
    filter: none;
  }

  .way-out {
    min-height: 44px;
    border-radius: var(--_radius);
    color: var(--_accent);
    font-weight: 500;
  }

  button:disabled {
    cursor: not-allowed;
    opacity: 0.5;
  }

  .spinner {
    width: 18px;
    height: 18px;
    border: 2px solid currentcolor;
    border-inline-end-color: transparent;
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
    font-size: 0.9375rem;
    line-height: 1.5rem;
    margin-block-start: 12px;
  }

  .unseen {
    position: absolute;
    overflow: hidden;
    width: 1px;
    height: 1px;
    clip-path: inset(50%);
  }

  [role='status'] {
    min-height: 1.5rem;
    color: var(--_text-muted);
  }

  .notice.error,
  .notice.warning {
    display: block;
    margin-block-start: -1.5rem;
    padding: 12px 14px;
    border: 1px solid var(--_error);
    border-inline-start-width: 4px;
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_error) 6%, transparent);
    color: var(--_error);
    overflow-wrap: anywhere;
  }

  .notice.warning {
    border-color: var(--_warning);
    background: color-mix(in srgb, var(--_warning) 8%, transparent);
    color: var(--_warning);
  }

  .quote {
    display: block;
    font-size: 0.8125rem;
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
  }

  /* It takes the focus to be read, and has nothing to press. */
  .success:focus {
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
    *,
    ::before {
      transition: none !important;
    }

    .success .check {
      animation: none;
    }

    .spinner {
      animation: appear 0s 300ms forwards;
    }
  }

  @media (forced-colors: active) {
    .field[data-invalid] {
      border-width: 3px;
    }

    .submit {
      border: 1px solid;
    }
  }
`;
