import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { isCustomElement } from '../../src/vue.js';

const VALUE = 'Y2xpZW50LXRva2Vu';

/** Renders an element with a client token, as Vue does on a server. */
function render(clientToken: unknown): Promise<string> {
  const app = createSSRApp({
    template:
      '<set-card-pin cardId="card_123" :pin-length="6" :clientToken="clientToken" :deniedPins="[\'1397\']"/>',
    setup: () => ({ clientToken }),
  });
  app.config.compilerOptions.isCustomElement = isCustomElement;
  return renderToString(app);
}

describe('the element that Vue renders on a server', () => {
  it('has attributes, but neither a client token nor denied PINs', async () => {
    assert.equal(
      await render({ value: VALUE }),
      '<set-card-pin cardId="card_123" pin-length="6"></set-card-pin>',
    );
  });

  it('has a client token that is a string, as docs/vue.md warns', async () => {
    assert.match(await render(VALUE), new RegExp(VALUE));
  });
});
