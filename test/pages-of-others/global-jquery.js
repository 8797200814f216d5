import jQuery from 'jquery';

/** jQuery UI expects jQuery in this global. */
globalThis.jQuery = jQuery;
