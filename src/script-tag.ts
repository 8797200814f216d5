/** The entry of the script-tag build: the registration without the exports, which a classic script could not have. */
import './index.js';
