/**
 * `npm run lint:quick`: all rules for `src`, and for the other folders those that need no types,
 * which take most of the time. `npm run lint` checks everything.
 */
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import config from './eslint.config.js';

export default defineConfig(config, {
  files: ['{demo,test,tools}/**/*.ts', '*.config.ts'],
  extends: [tseslint.configs.disableTypeChecked],
  // Comments that allow what a rule with types forbids.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
});
