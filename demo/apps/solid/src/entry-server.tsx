import { renderToString } from 'solid-js/web';
import type { Account } from './account';
import { CardPage } from './card-page';

/** Returns the page's HTML, which the browser hydrates. */
export function render(account: Account): string {
  return renderToString(() => <CardPage {...account} />);
}
