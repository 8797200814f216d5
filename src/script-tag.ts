/** The script-tag build's entry point. Classic scripts can't export anything. */
import './index.js';
