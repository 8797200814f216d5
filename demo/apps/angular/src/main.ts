import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';
import { browserConfig } from './app/config';

bootstrapApplication(App, browserConfig).catch((error: unknown) => console.error(error));
