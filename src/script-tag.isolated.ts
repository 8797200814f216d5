/** The entry of the script-tag build with isolated mode only. */
import './isolated.js';
