import * as pinInput from '@zag-js/pin-input';
import { normalizeProps, spreadProps, VanillaMachine } from '@zag-js/vanilla';

// Zag has no markup of its own. This is the markup of its documentation.
globalThis.mount = (place) => {
  const machine = new VanillaMachine(pinInput.machine, {
    id: crypto.randomUUID(),
    count: 4,
    mask: true,
  });
  const root = document.createElement('div');
  root.innerHTML = `<label>New PIN</label><div>${'<input>'.repeat(4)}</div><input>`;
  const [label, control, hidden] = root.children;
  const inputs = [...control.children];
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
