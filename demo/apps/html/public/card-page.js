const element = /** @type {import('set-card-pin').SetCardPinElement} */ (
  document.querySelector('set-card-pin')
);
const pinChanged = /** @type {HTMLElement} */ (document.querySelector('#pin-changed'));

/** @type {import('set-card-pin').ClientTokenProvider} */
const fetchClientToken = async ({ signal }) => {
  const response = await fetch('/portal/client-token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ cardId: element.cardId }),
    signal,
  });
  if (response.status === 401) location.assign('/');
  if (!response.ok) throw new Error(`No client token: ${response.status}`);
  return response.json(); // { value, expirationDate }
};

// The element calls it whenever it needs a token, including after the service has refused one.
element.getClientToken = fetchClientToken;

element.addEventListener('pin-set', () => {
  pinChanged.textContent = 'today';
});
