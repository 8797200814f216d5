/** The frame page. It alone knows what the cardholder types, and decides where that may go. */
import { readConfigText } from '../config.js';
import { versionMistake, type FrameMessage } from '../protocol.js';
import { readGreeting } from './from-host.js';
import { ServedForm } from './served-form.js';

const config = readConfigText(document.getElementById('config')?.textContent ?? '');

// A font is loaded once a text of its family needs it. Until then, and if that fails, the text has
// the next font of the look. The digits have no family that can be named here.
for (const font of config?.fonts ?? [])
  document.fonts.add(new FontFace(font.family, `url(${font.file})`, { ...font, display: 'swap' }));

window.addEventListener('message', function greet({ data, source, origin, ports: [port] }) {
  const version = readGreeting(data);
  if (source !== parent || version === undefined || port === undefined) return;
  const explanation = refusalOf(origin, version);
  // Keep listening: another script of the page may have greeted.
  if (explanation !== undefined)
    return port.postMessage(
      JSON.stringify({ kind: 'refused', explanation } satisfies FrameMessage),
    );
  window.removeEventListener('message', greet);
  new ServedForm(port, config!.endpoints).begin();
});

/** Returns the reason for refusing a host, in English, for its developer. */
function refusalOf(origin: string, version: number): string | undefined {
  if (config === undefined)
    return 'config.json of the frame page is missing or wrong: set-card-pin frame says why.';
  if (!config.parents.includes(origin))
    return `config.json of the frame page does not have this parent: ${origin}.`;
  return versionMistake('element', 'frame page', version);
}
