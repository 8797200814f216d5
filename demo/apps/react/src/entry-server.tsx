import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { CardPage, type Account } from './card-page';

/** Returns the page's HTML, which the browser hydrates. */
export function render(account: Account): string {
  return renderToString(
    <StrictMode>
      <CardPage {...account} />
    </StrictMode>,
  );
}
