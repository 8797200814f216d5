import { hydrate } from 'solid-js/web';
import type { Account } from './account';
import { CardPage } from './card-page';

const account = JSON.parse(document.querySelector('#account')?.textContent ?? '') as Account;

// The script of the server's page would set this. It has no content that is loaded later, and its
// policy allows no inline script.
Object.assign(globalThis, { _$HY: { events: [], completed: new WeakSet(), r: {} } });
hydrate(() => <CardPage {...account} />, document.querySelector('#page') as HTMLElement);
