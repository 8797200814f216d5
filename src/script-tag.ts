/** The script-tag build's entry. It has no exports, because a classic script can't have any. */
import './index.js';
