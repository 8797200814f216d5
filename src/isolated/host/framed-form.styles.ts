/**
 * The layout of the frame in the element.
 */
import { css, unsafeCSS } from 'lit';
import { THEME } from '../../form/theme.js';

/** The styles for isolated mode, which are added to those of the form. */
export const framedStyles = css`
  /* The width is in whole pixels, because engines round up.

     The host's script reads the colour scheme from the colour. A transition of 1 ms reports every
     change of a property that the frame page must know. */
  iframe {
    display: block;
    width: round(down, 100%, 1px);
    border: 0;
    color: light-dark(#000, #fff);
    font-size: 1rem;
    transition: 1ms allow-discrete;
    transition-property: color, font-size, order, ${unsafeCSS(THEME.join())};

    &.loading {
      visibility: hidden;
    }
  }

  /* As high as the form, line by line. */
  .skeleton {
    display: flex;
    flex-direction: column;
    gap: var(--_gap);

    .hint,
    label,
    .reveal {
      color: #0000;
    }

    .hint,
    label span {
      border-radius: 4px;
      background: color-mix(in srgb, var(--_text) 9%, #0000);
    }

    .field {
      min-height: calc(var(--_control-height) + 2px);
      overflow: visible;
      border-color: color-mix(in srgb, var(--_border) 40%, #0000);
    }

    .submit {
      border-radius: var(--_radius);
      opacity: 0.3;
    }
  }

  /* The property direction can't be transitioned. The property order can. */
  :host(:dir(rtl)) iframe {
    order: 1;
  }
`;
