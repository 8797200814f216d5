import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { app, calls, type PortalProps } from './portal.js';

/** Functions of the page that the test calls. */
export interface ReactPage {
  readonly calls: readonly string[];
  start(props: PortalProps): void;
  render(props: PortalProps): void;
  end(): void;
}

let root: Root;

const page: ReactPage = {
  calls,
  /** Hydrates what the server rendered, or renders the app if there is nothing. */
  start(props) {
    const main = document.querySelector('#app') as HTMLElement;
    if (main.hasChildNodes()) root = hydrateRoot(main, app(props));
    else (root = createRoot(main)).render(app(props));
  },
  render: (props) => root.render(app(props)),
  end: () => root.unmount(),
};

Object.assign(window, { page });
