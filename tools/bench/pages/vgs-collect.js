import { loadVGSCollect } from '@vgs/collect-js';
import { offer } from './offer.js';
import { scriptTag } from './script-tag.js';

offer(() => {
  const ready = scriptTag();
  loadVGSCollect({ vaultId: 'tntbenchmrk', version: '3.2.2' }).catch(() => {});
  return { ready };
});
