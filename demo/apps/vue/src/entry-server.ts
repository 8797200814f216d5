import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import CardPage from './CardPage.vue';

/** Returns the page's HTML, which the browser hydrates. */
export function render(account: Record<string, unknown>): Promise<string> {
  return renderToString(createSSRApp(CardPage, account));
}
