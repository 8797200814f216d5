/**
 * How the frame stands in the element.
 */
import { css, unsafeCSS } from 'lit';
import { THEME } from '../../form/tokens.js';

/** Beside the style sheet of the form. */
export const framedStyles = css`
  /* Neighbours must not count as covers: it is painted above all that the page has not positioned, be it the ring of a button beside
     it or a text that it scrolls away behind, and is of whole pixels, as an engine rounds up. Its colour tells the scheme; the
     transition has no length, and tells of every change of what the frame page has to know. */
  iframe {
    display: block;
    position: relative;
    width: round(down, 100%, 1px);
    border: 0;
    color: light-dark(#000, #fff);
    font-size: 1rem;
    transition: 1ms allow-discrete;
    transition-property: color, font-size, order, ${unsafeCSS(THEME.join())};

    &.loading {
      visibility: hidden;
      min-height: 24rem;
    }
  }

  /* A direction is nothing that a transition can be of. */
  :host(:dir(rtl)) iframe {
    order: 1;
  }
`;
