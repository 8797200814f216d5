import type { Attack } from '../attack.js';

export const performanceEntries: Attack = {
  title: 'performance entries',
  does: 'Reads every entry of `performance` and of a `PerformanceObserver` for all types, including resource timing.',
  shares: 'reads',
  install: ({ capture }) => {
    const read = (entries: PerformanceEntryList) => {
      for (const entry of entries) capture(entry.entryType, JSON.stringify([entry.name, entry]));
    };
    const observer = new PerformanceObserver((list) => read(list.getEntries()));
    for (const type of PerformanceObserver.supportedEntryTypes)
      observer.observe({ type, buffered: true });
    return () => read(performance.getEntries());
  },
};
