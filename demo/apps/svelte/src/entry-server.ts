import { render as renderComponent } from 'svelte/server';
import type { Account } from './account.ts';
import CardPage from './CardPage.svelte';

/** Returns the page's HTML, which the browser hydrates. */
export function render(account: Account): string {
  return renderComponent(CardPage, { props: account }).body;
}
