/**
 * The entry of the script-tag build: registers the element, without exports, which a classic script
 * can't have.
 */
import './index.js';
