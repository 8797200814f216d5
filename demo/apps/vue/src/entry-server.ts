import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { Account } from './account.ts';
import CardPage from './CardPage.vue';

/** The page's HTML, which the browser makes the same components of. */
export function render(account: Account): Promise<string> {
  return renderToString(createSSRApp(CardPage, { ...account }));
}
