/** Style sheets in `demo/themes`, by file name. */
export const THEMES = { none: 'None', linden: 'Linden', carbon: 'Carbon', material: 'Material' };
