import { loadEvervault } from '@evervault/js';
import { offer } from './offer.js';
import { scriptTag } from './script-tag.js';

offer(() => {
  const ready = scriptTag();
  loadEvervault('team_benchmark', 'app_benchmark').catch(() => {});
  return { ready };
});
