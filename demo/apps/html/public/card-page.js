const element = /** @type {import('set-card-pin').SetCardPinElement} */ (
  document.querySelector('set-card-pin')
);
const pinChanged = /** @type {HTMLElement} */ (document.querySelector('#pin-changed'));

/** @type {import('set-card-pin').ClientTokenProvider} */
element.getClientToken = async ({ cardId, signal }) => {
  const response = await fetch('/portal/client-token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ cardId }),
    signal,
  });
  if (response.status === 401) return null; // signed out
  if (!response.ok) throw new Error(`No client token: ${response.status}`);
  return response.json(); // { value, expirationDate }
};

element.addEventListener('pin-set', () => {
  pinChanged.textContent = 'today';
});
