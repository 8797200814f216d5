/** The entry point of the script-tag build that has only isolated mode. */
import './isolated.js';
