import { renderToString } from 'react-dom/server';
import { app, type PortalProps } from './portal.js';

export { version } from 'react';

/** The page's content, as a server renders it. */
export function render(props: PortalProps): string {
  return renderToString(app(props));
}
