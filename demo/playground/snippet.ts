/** Writes the HTML that a page needs for an element with these attributes. */
export function snippetOf(attributes: ReadonlyMap<string, string>): string {
  const lang = attributes.get('lang');
  const language = lang === undefined ? '' : `\n<script src="/locales/${lang}.js"></script>`;
  const settings = [...attributes].map(([name, value]) =>
    value === 'true' ? name : `${name}="${value}"`,
  );
  const script = attributes.has('frame-src') ? 'set-card-pin.isolated.js' : 'set-card-pin.js';
  return `<!-- dist/cdn/${script} from the package, on your own server -->
<script src="/${script}"></script>${language}

<set-card-pin
  ${settings.join('\n  ')}
></set-card-pin>

<script type="module">
  const element = document.querySelector('set-card-pin');

  // Your server requests the token with its API key.
  element.getClientToken = async ({ cardId, signal }) => {
    const response = await fetch('/portal/client-token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ cardId }),
      signal,
    });
    if (response.status === 401) return null; // signed out
    if (!response.ok) throw new Error(\`No client token: \${response.status}\`);
    return response.json(); // { value, expirationDate }
  };
  element.addEventListener('pin-set', ({ card }) => {
    console.log(\`The PIN is set for the card ending \${card.last4}.\`);
  });
  element.addEventListener('pin-error', ({ outcome }) => {
    console.log(\`The submit ended as \${outcome.kind}.\`);
  });
</script>`;
}
