import { bootstrapApplication, type BootstrapContext } from '@angular/platform-browser';
import { mergeApplicationConfig } from '@angular/core';
import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr';
import { App } from './app/app';
import { browserConfig } from './app/config';

const serverConfig = {
  providers: [provideServerRendering(withRoutes([{ path: '**', renderMode: RenderMode.Server }]))],
};

export default (context: BootstrapContext) =>
  bootstrapApplication(App, mergeApplicationConfig(browserConfig, serverConfig), context);
