import type { Attack } from '../attack.js';

export const handedOutNodes: Attack = {
  title: 'nodes that the page can ask for',
  does: 'Reads the fields around every node that the platform gives: by place, by focus, by selection, by animation, by name in `window`, by performance entry.',
  install: ({ takeFields }) => {
    const entries = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries())
        for (const name in entry) takeFields(name, Reflect.get(entry, name));
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
      takeFields('shadowRoot', element.shadowRoot?.firstChild);
      takeFields('activeElement', document.activeElement?.shadowRoot?.activeElement);
      for (let step = 1; step < 20; step++) {
        const [x, y] = [left + width / 2, top + (height * step) / 20];
        for (const node of document.elementsFromPoint(x, y)) takeFields('elementsFromPoint', node);
        takeFields('caretRangeFromPoint', document.caretRangeFromPoint?.(x, y)?.startContainer);
        takeFields('caretPositionFromPoint', document.caretPositionFromPoint?.(x, y)?.offsetNode);
      }
      const { anchorNode, focusNode } = getSelection()!;
      for (const node of [anchorNode, focusNode]) takeFields('getSelection', node);
      for (const animation of [
        ...document.getAnimations(),
        ...element.getAnimations({ subtree: true }),
      ])
        takeFields('getAnimations', (animation.effect as KeyframeEffect).target);
      for (const id of ['form', 'card-pin-new', 'card-pin-confirm', 'hint'])
        takeFields('window', Reflect.get(window, id));
    };
  },
};
