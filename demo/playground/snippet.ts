/** Writes the HTML that a page needs for an element with these attributes. */
export function snippetOf(attributes: ReadonlyMap<string, string>): string {
  const lang = attributes.get('lang');
  const language = lang === undefined ? '' : `\n<script src="/locales/${lang}.js"></script>`;
  const all = [...attributes, ['token-url', '/portal/client-token'] as const];
  const settings = all.map(([name, value]) => (value === 'true' ? name : `${name}="${value}"`));
  const script = attributes.has('frame-src') ? 'set-card-pin.isolated.js' : 'set-card-pin.js';
  return `<!-- dist/cdn/${script} from the package, on your own server -->
<script src="/${script}"></script>${language}

<!-- token-url is a route on your server, which requests client tokens with its API key. -->
<set-card-pin
  ${settings.join('\n  ')}
></set-card-pin>

<script type="module">
  const element = document.querySelector('set-card-pin');
  element.addEventListener('pin-set', ({ card }) => {
    console.log(\`The PIN is set for the card ending \${card.last4}.\`);
  });
  element.addEventListener('pin-error', ({ outcome }) => {
    console.log(\`The outcome is \${outcome.kind}.\`);
  });
</script>`;
}
