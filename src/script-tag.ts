/** The script-tag build's entry point. It has no exports, because classic scripts can't export. */
import './index.js';
