/** The script-tag build's entry point. It has no exports, which a classic script can't have. */
import './index.js';
