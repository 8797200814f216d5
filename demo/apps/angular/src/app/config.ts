import type { ApplicationConfig } from '@angular/core';
import { provideClientHydration } from '@angular/platform-browser';
import { provideRouter, withEnabledBlockingInitialNavigation } from '@angular/router';
import { injectAccount } from './account';
import { CardPage } from './card-page';

export const browserConfig: ApplicationConfig = {
  providers: [
    provideClientHydration(),
    provideRouter(
      [
        {
          path: 'cards/:cardId',
          component: CardPage,
          title: () => `Your card ending ${injectAccount().last4} · Linden Bank`,
        },
      ],
      withEnabledBlockingInitialNavigation(),
    ),
  ],
};
