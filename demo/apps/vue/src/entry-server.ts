import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { Account } from './account.ts';
import CardPage from './CardPage.vue';

/** Returns the page's HTML, which the browser hydrates. */
export function render(account: Account): Promise<string> {
  return renderToString(createSSRApp(CardPage, { ...account }));
}
