import { basistheory } from '@basis-theory/web-elements';
import { offer } from './offer.js';
import { scriptTag } from './script-tag.js';

offer(() => {
  const ready = scriptTag();
  Promise.resolve(basistheory('key_test_us_pub_benchmark')).catch(() => {});
  return { ready };
});
