/** Holds keys down while others are pressed. */
import { executeServerCommand, sendKeys } from '@web/test-runner-commands';
import { engine } from './engine.js';

export async function holdKey(key: string): Promise<void> {
  if (engine === 'webkit') await executeServerCommand('hold-key', key);
  else await sendKeys({ down: key });
}

export async function releaseKey(key: string): Promise<void> {
  if (engine === 'webkit') await executeServerCommand('release-key', key);
  else await sendKeys({ up: key });
}
