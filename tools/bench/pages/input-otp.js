import { OTPInput, REGEXP_ONLY_DIGITS } from 'input-otp';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

// The page draws the boxes and bullets; input-otp draws nothing.
const render = ({ slots }) =>
  slots.map(({ char, isActive }, at) =>
    createElement('span', { key: at, className: isActive ? 'box active' : 'box' }, char && '•'),
  );

globalThis.mount = (place) =>
  new Promise((resolve) => {
    const props = { maxLength: 4, pattern: REGEXP_ONLY_DIGITS, 'aria-label': 'New PIN', render };
    const root = createRoot(place.appendChild(document.createElement('div')));
    root.render(createElement(OTPInput, { ...props, ref: (element) => element && resolve() }));
  });
