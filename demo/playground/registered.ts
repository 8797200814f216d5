/** Registers the element in the mode that the address selects, because a page has only one mode. */

export const mode =
  new URLSearchParams(location.search).get('mode') === 'isolated' ? 'isolated' : 'inline';

if (mode === 'isolated') await import('../../src/isolated.js');
else await import('../../src/index.js');
