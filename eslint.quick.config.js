/**
 * `npm run lint:quick`: all rules for `src`, and for other folders only the rules without types,
 * because types take most of the time. `npm run lint` checks everything.
 */
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import config from './eslint.config.js';

export default defineConfig(config, {
  files: ['{demo,test,tools}/**/*.ts', '*.config.ts'],
  extends: [tseslint.configs.disableTypeChecked],
  // Comments that disable a rule that needs types.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
});
