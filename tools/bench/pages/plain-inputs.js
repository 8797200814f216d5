// The baseline: the cost of the browser itself.
globalThis.mount = (place) => {
  const inputs = Array.from({ length: 4 }, () => document.createElement('input'));
  for (const [at, input] of inputs.entries()) {
    input.maxLength = 1;
    input.type = 'password';
    input.addEventListener('input', () => inputs[at + 1]?.focus());
  }
  place.append(...inputs);
};
