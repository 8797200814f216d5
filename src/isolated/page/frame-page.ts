/** The frame page. Only this page knows the typed digits, and it decides where they may be sent. */
import { readConfigText } from '../config.js';
import { versionMistake, type FrameMessage } from '../protocol.js';
import { readGreeting } from './from-host.js';
import { ServedForm } from './served-form.js';

const config = readConfigText(document.getElementById('config')?.textContent ?? '');

// A font loads when text first needs its family. Until then, or if loading fails, the text uses the
// next font in the look's list. The digits' font can't be changed here.
for (const font of config?.fonts ?? [])
  document.fonts.add(new FontFace(font.family, `url(${font.file})`, { ...font, display: 'swap' }));

window.addEventListener('message', function greet({ data, source, origin, ports: [port] }) {
  const version = readGreeting(data);
  if (source !== parent || version === undefined || port === undefined) return;
  const explanation = refusalOf(origin, version);
  // Keep listening, because the greeting may have come from another script on the page.
  if (explanation !== undefined)
    return port.postMessage(
      JSON.stringify({ kind: 'refused', explanation } satisfies FrameMessage),
    );
  window.removeEventListener('message', greet);
  new ServedForm(port, config!.endpoints).begin();
});

/** Returns the reason for rejecting a host, in English, for its developer. */
function refusalOf(origin: string, version: number): string | undefined {
  if (config === undefined)
    return "The frame page's config.json is missing or invalid. set-card-pin frame explains why.";
  if (!config.parents.includes(origin))
    return `The frame page's config.json does not allow this parent: ${origin}.`;
  return versionMistake('element', 'frame page', version);
}
