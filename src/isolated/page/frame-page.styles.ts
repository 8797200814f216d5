/**
 * What the frame page adds to the form's looks: it is as wide as its frame, which stands where the form does in the other mode and has no
 * room around it. What lay beyond would lie over the neighbours, or they over it.
 */
import { css } from 'lit';

export const frameStyles = css`
  :host {
    max-width: none;
    margin: 0;
  }

  /* The ring stands inside of what has the focus, where it is whole. */
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

  /* In forced colours its border would go beyond the edge. */
  .field[data-invalid] {
    margin-inline: 0;
  }

  /* Its word ends at the edge. */
  .reveal:focus-visible {
    padding: 0 4px;
    outline-offset: -2px;
  }
`;
