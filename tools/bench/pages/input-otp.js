import { OTPInput, REGEXP_ONLY_DIGITS } from 'input-otp';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

// The page draws the boxes and bullets; input-otp draws nothing.
const render = ({ slots }) =>
  slots.map(({ char, isActive }, at) =>
    createElement('span', { key: at, className: isActive ? 'box active' : 'box' }, char && '•'),
  );

globalThis.mount = (place) => {
  const home = place.appendChild(document.createElement('div'));
  const root = createRoot(home);
  const ready = new Promise((resolve) => {
    const ref = (element) => {
      if (element !== null) resolve();
    };
    const props = { maxLength: 4, pattern: REGEXP_ONLY_DIGITS, 'aria-label': 'New PIN', render };
    root.render(createElement(OTPInput, { ...props, ref }));
  });
  const unmount = () => {
    root.unmount();
    home.remove();
  };
  return { ready, unmount };
};
