import { createSSRApp } from 'vue';
import CardPage from './CardPage.vue';

const account = JSON.parse(document.querySelector('#account')?.textContent ?? '');

createSSRApp(CardPage, account).mount('#page');
