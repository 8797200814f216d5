import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { isCustomElement } from '../../src/vue.js';

const VALUE = 'Y2xpZW50LXRva2Vu';

/** What Vue makes on a server of an element with a client token. */
function rendered(clientToken: unknown): Promise<string> {
  const app = createSSRApp({
    template:
      '<set-card-pin cardId="card_123" :pin-length="6" :clientToken="clientToken" :deniedPins="[\'1397\']"/>',
    setup: () => ({ clientToken }),
  });
  app.config.compilerOptions.isCustomElement = isCustomElement;
  return renderToString(app);
}

describe('an element that Vue renders on a server', () => {
  it('has its attributes in the page, and neither a client token nor the denied PINs', async () => {
    assert.equal(
      await rendered({ value: VALUE }),
      '<set-card-pin cardId="card_123" pin-length="6"></set-card-pin>',
    );
  });

  it('has a client token there that is a string, as docs/vue.md warns', async () => {
    assert.match(await rendered(VALUE), new RegExp(VALUE));
  });
});
