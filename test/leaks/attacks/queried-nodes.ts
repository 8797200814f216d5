import type { Attack } from '../attack.js';

export const queriedNodes: Attack = {
  title: 'nodes from platform functions',
  does: 'Reads the fields around every node that the platform returns by position, focus, selection, animation, name in `window` or performance entry.',
  shares: 'reads',
  install: ({ captureFields }) => {
    const entries = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries())
        for (const name in entry) captureFields(name, Reflect.get(entry, name));
    };
    for (const type of [
      'event',
      'first-input',
      'layout-shift',
      'largest-contentful-paint',
      'element',
    ])
      new PerformanceObserver(entries).observe({
        type,
        buffered: true,
        durationThreshold: 16,
      } as PerformanceObserverInit);
    return () => {
      const element = document.querySelector('set-card-pin')!;
      const { left, top, width, height } = element.getBoundingClientRect();
      captureFields('shadowRoot', element.shadowRoot?.firstChild);
      captureFields('activeElement', document.activeElement?.shadowRoot?.activeElement);
      for (let step = 1; step < 20; step++) {
        const [x, y] = [left + width / 2, top + (height * step) / 20];
        for (const node of document.elementsFromPoint(x, y))
          captureFields('elementsFromPoint', node);
        captureFields('caretRangeFromPoint', document.caretRangeFromPoint?.(x, y)?.startContainer);
        captureFields(
          'caretPositionFromPoint',
          document.caretPositionFromPoint?.(x, y)?.offsetNode,
        );
      }
      const { anchorNode, focusNode } = getSelection()!;
      for (const node of [anchorNode, focusNode]) captureFields('getSelection', node);
      for (const animation of [
        ...document.getAnimations(),
        ...element.getAnimations({ subtree: true }),
      ])
        captureFields('getAnimations', (animation.effect as KeyframeEffect).target);
      for (const id of ['form', 'card-pin-new', 'card-pin-confirm', 'hint'])
        captureFields('window', Reflect.get(window, id));
    };
  },
};
