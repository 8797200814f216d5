const form = document.querySelector('#sign-in');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const response = await fetch('/portal/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ cardholder: form.elements.name.value }),
  });
  if (response.ok) location.assign('/cards');
  else form.querySelector('.fault').textContent = 'There is no cardholder with this name.';
});
