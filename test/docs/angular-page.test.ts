import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from './documentation/samples.js';

describe('docs/angular.md', () => {
  it('shows the directive that the app uses', () => {
    const directive = readPage('demo/apps/angular/src/app/pin-properties.ts');
    assert.ok(readPage('docs/angular.md').includes(`// pin-properties.ts\n${directive}\`\`\``));
  });
});
