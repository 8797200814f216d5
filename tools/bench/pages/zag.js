import * as pinInput from '@zag-js/pin-input';
import { normalizeProps, spreadProps, VanillaMachine } from '@zag-js/vanilla';

let made = 0;

// Zag has no markup of its own. This is the markup of its documentation.
globalThis.mount = (place) => {
  const machine = new VanillaMachine(pinInput.machine, {
    id: `pin-${(made += 1)}`,
    count: 4,
    mask: true,
  });
  const root = document.createElement('div');
  const label = document.createElement('label');
  label.textContent = 'New PIN';
  const control = document.createElement('div');
  const inputs = Array.from({ length: 4 }, () => document.createElement('input'));
  const hidden = document.createElement('input');
  control.append(...inputs);
  root.append(label, control, hidden);
  const render = () => {
    const api = pinInput.connect(machine.service, normalizeProps);
    const cleanUps = [
      spreadProps(root, api.getRootProps()),
      spreadProps(label, api.getLabelProps()),
      spreadProps(control, api.getControlProps()),
      spreadProps(hidden, api.getHiddenInputProps()),
      ...inputs.map((input, index) => spreadProps(input, api.getInputProps({ index }))),
    ];
    return () => cleanUps.forEach((cleanUp) => cleanUp());
  };
  let cleanUp = render();
  machine.subscribe(() => (cleanUp = render()));
  place.append(root);
  machine.start();
  const unmount = () => {
    machine.stop();
    cleanUp();
    root.remove();
  };
  return { ready: Promise.resolve(), unmount };
};
