/** The script-tag build's entry with isolated mode only. */
import './isolated.js';
