/**
 * The frame page's additions to the styles of the form. The form fills the frame, because a margin
 * for focus rings would make the frame overlap the content around it, and a page without margins
 * scroll sideways.
 */
import { css } from 'lit';

export const frameStyles = css`
  :host {
    max-width: none;
    margin: 0;
  }

  /* Outlines are inside the controls, where the frame does not clip them. */
  .field:focus-within,
  button:focus-visible {
    outline-offset: -4px;
  }

  :host([appearance='line']) .field {
    outline-offset: -2px;
  }

  .submit:focus-visible {
    outline-color: var(--_on-accent);
  }

  /* The wider border of forced colours would extend beyond the frame. */
  .field[data-invalid] {
    margin-inline: 0;
  }

  /* No theme of the page changes these. */
  ::slotted(p) {
    padding: 8px 12px;
    border: 2px solid;
    margin: 0;
    background: Canvas;
    color: CanvasText;
    font: 16px/1.4 sans-serif;
  }

  ::slotted(:empty) {
    display: none;
  }

  /* The text of the reveal button ends at the edge of the frame. */
  .reveal:focus-visible {
    padding: 0 4px;
    outline-offset: -2px;
  }
`;
