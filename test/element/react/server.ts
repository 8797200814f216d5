import { renderToString } from 'react-dom/server';
import { app, type PortalProps } from './portal.js';

export { version } from 'react';

/** Renders the page. */
export function render(props: PortalProps): string {
  return renderToString(app(props));
}
