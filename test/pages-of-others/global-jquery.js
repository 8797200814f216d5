import jQuery from 'jquery';

/** jQuery UI expects jQuery there. */
globalThis.jQuery = jQuery;
