// The baseline: the cost of the browser itself.
globalThis.mount = (place) => {
  const root = document.createElement('div');
  root.innerHTML = '<input type="password" maxlength="1">'.repeat(4);
  root.addEventListener('input', ({ target }) => target.nextElementSibling?.focus());
  place.append(root);
  return { ready: Promise.resolve(), unmount: () => root.remove() };
};
