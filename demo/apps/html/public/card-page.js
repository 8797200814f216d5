const pinChanged = /** @type {HTMLElement} */ (document.querySelector('#pin-changed'));

document.querySelector('set-card-pin')?.addEventListener('pin-set', () => {
  pinChanged.textContent = 'today';
});
