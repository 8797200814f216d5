import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Account } from './account';
import { CardPage } from './card-page';

const account = JSON.parse(document.querySelector('#account')?.textContent ?? '') as Account;

hydrateRoot(
  document.querySelector('#page') as HTMLElement,
  <StrictMode>
    <CardPage {...account} />
  </StrictMode>,
);
