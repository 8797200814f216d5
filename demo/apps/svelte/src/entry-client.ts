import { hydrate } from 'svelte';
import type { Account } from './account.ts';
import CardPage from './CardPage.svelte';

const props = JSON.parse(document.querySelector('#account')?.textContent ?? '') as Account;

hydrate(CardPage, { target: document.querySelector('#page') as HTMLElement, props });
