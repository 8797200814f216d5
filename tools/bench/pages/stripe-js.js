import { loadStripe } from '@stripe/stripe-js';
import { offer } from './offer.js';
import { scriptTag } from './script-tag.js';

offer(() => {
  const ready = scriptTag();
  loadStripe('pk_test_benchmark').catch(() => {});
  return { ready };
});
