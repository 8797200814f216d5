/** The script-tag build's entry point with only isolated mode. */
import './isolated.js';
