/**
 * The theme tokens with their defaults.
 */
import { css } from 'lit';

/**
 * Reads every token with a fallback and declares none, so that a page can set it on any ancestor.
 * The private names begin with `--_`, because slotted content of the page inherits them. Each
 * colour has a light and a dark value: the page's `color-scheme` chooses.
 */
export const tokenStyles = css`
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
    --_gap: var(--set-card-pin-gap, 16px);
    --_font: var(--set-card-pin-font, system-ui, sans-serif);
    --_digit-size: var(--set-card-pin-digit-size, 1.375rem);
    --_control-height: var(--set-card-pin-control-height, 3.25rem);
  }
`;
