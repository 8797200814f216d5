/**
 * The entry of the script-tag build: registers the element. It exports nothing, because a classic
 * script can't.
 */
import './index.js';
