import type { RawPage, Session } from './raw-page.js';

/** Memory that a page uses. */
export interface Memory {
  /** Bytes in the JavaScript heap. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Returns the memory of the page and its frames after a garbage collection. */
export async function memoryOf(page: RawPage): Promise<Memory> {
  // All frames of another site share a process, so reading one of them is enough.
  const each = await Promise.all([page, ...page.frames.slice(-1)].map(readMemory));
  return each.reduce((total, more) => ({
    heap: total.heap + more.heap,
    nodes: total.nodes + more.nodes,
    listeners: total.listeners + more.listeners,
  }));
}

async function readMemory(session: Session): Promise<Memory> {
  await session.send('HeapProfiler.enable');
  // Collect three times: finalizers run after the first collection and release more objects.
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send<{ usedSize: number }>('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send<{
    nodes: number;
    jsEventListeners: number;
  }>('Memory.getDOMCounters');
  await session.send('HeapProfiler.disable');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}
