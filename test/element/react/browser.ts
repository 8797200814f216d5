import { hydrateRoot, type Root } from 'react-dom/client';
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
  /** Hydrates what the server rendered. */
  start(props) {
    root = hydrateRoot(document, app(props));
  },
  render: (props) => root.render(app(props)),
  end: () => root.unmount(),
};

Object.assign(window, { page });
