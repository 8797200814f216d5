/** The entry of the script-tag build. It exports nothing, because a classic script can't. */
import './index.js';
