import type { ClientToken } from '../../src/index.js';
import { fetchClientToken } from '../server-calls/client-tokens.js';
import type { Tone } from './activity/activity-panel.js';
import type { Scenario } from './scenario/scenario.js';

/** Milliseconds before a late answer. */
const LATE_ANSWER = 3000;

/** Supplies a client token as the scenario says, and reports the answer for the log. */
export async function supplyToken(
  { answer, card }: Scenario,
  signal: AbortSignal,
  report: (name: string, tone: Tone, fact: string) => void,
): Promise<ClientToken | null> {
  if (answer === 'signed-out') {
    report('getClientToken', 'neutral', 'null: nobody is signed in');
    return null;
  }
  try {
    if (answer === 'failure') throw new Error('The portal’s route is down.');
    if (answer === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_ANSWER));
    const token = await fetchClientToken(card, signal);
    report('getClientToken', 'neutral', 'a client token');
    return token;
  } catch (error) {
    if (!signal.aborted) report('getClientToken', 'bad', (error as Error).message);
    throw error;
  }
}
