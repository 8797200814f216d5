import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { CardPage } from './card-page';

const account = JSON.parse(document.querySelector('#account')?.textContent ?? '');

hydrateRoot(
  document.querySelector('#page')!,
  <StrictMode>
    <CardPage {...account} />
  </StrictMode>,
);
