/**
 * Writes the code that a page needs for the scenario. Pure.
 */
import type { Scenario } from '../scenario/scenario.js';
import { angularSnippet } from './angular.js';
import type { Page } from './code-parts.js';
import { htmlSnippet } from './html.js';
import { reactSnippet } from './react.js';
import { solidSnippet } from './solid.js';
import { svelteSnippet } from './svelte.js';
import { vueSnippet } from './vue.js';

const WRITERS: Readonly<Record<Scenario['snippet'], (page: Page) => string>> = {
  html: htmlSnippet,
  react: (page) => reactSnippet(page, false),
  tsx: (page) => reactSnippet(page, true),
  vue: vueSnippet,
  svelte: svelteSnippet,
  solid: solidSnippet,
  angular: angularSnippet,
};

/** Writes the code for the chosen kind of page. */
export function snippetOf(
  scenario: Scenario,
  addresses: Page['addresses'],
  deniedPins: readonly string[],
): string {
  return WRITERS[scenario.snippet]({
    scenario,
    addresses,
    deniedPins: deniedPins.length === 0 ? undefined : `['${deniedPins.join(`', '`)}']`,
  });
}
