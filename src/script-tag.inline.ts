/** The entry of the script-tag build with inline mode only. */
import './inline-mode.js';
