/**
 * Counts the `input` events in the page that contains the form. Import it before the element, whose
 * guard stops these events at the window.
 */
import { evaluateInFrames } from './accessibility-tree.js';
import { mode } from './engine.js';
import { runInFrames } from './page.js';

const COUNT = 'var inputs = 0; addEventListener("input", () => inputs++, true);';

let count = 0;
window.addEventListener('input', () => count++, true);

if (mode === 'isolated') before(() => runInFrames(COUNT));

async function countSoFar(): Promise<number> {
  if (mode === 'inline') return count;
  const [inputs = NaN] = await evaluateInFrames<number>('inputs');
  return inputs;
}

/** Returns the number of `input` events while an action runs. */
export async function countInputs(act: () => Promise<void>): Promise<number> {
  const before = await countSoFar();
  await act();
  return (await countSoFar()) - before;
}
