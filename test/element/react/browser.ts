import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { app, told, type PortalProps } from './portal.js';

/** What the test calls in the page. */
export interface ReactPage {
  readonly told: readonly string[];
  start(props: PortalProps): void;
  render(props: PortalProps): void;
  end(): void;
}

let root: Root;

const page: ReactPage = {
  told,
  /** Takes over what the server has rendered, or renders it where there is nothing. */
  start(props) {
    const main = document.querySelector('#app') as HTMLElement;
    if (main.hasChildNodes()) root = hydrateRoot(main, app(props));
    else (root = createRoot(main)).render(app(props));
  },
  render: (props) => root.render(app(props)),
  end: () => root.unmount(),
};

Object.assign(window, { page });
