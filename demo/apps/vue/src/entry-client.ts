import { createSSRApp } from 'vue';
import type { Account } from './account.ts';
import CardPage from './CardPage.vue';

const account = JSON.parse(document.querySelector('#account')?.textContent ?? '') as Account;

createSSRApp(CardPage, { ...account }).mount('#page');
