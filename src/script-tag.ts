/**
 * The script-tag build's entry point. It has no exports, because classic scripts can't have any.
 */
import './index.js';
