import type { FrameConfig } from '../../src/isolated/config.js';
import type { WireAnswer } from '../../src/node/sandbox/answer.js';

/*
 * This is the frame page of a demo without an API. The page around it responds instead of the API,
 * and receives the PIN. The real frame page doesn't have this block, which `npm run site` puts
 * before its script.
 */
{
  const { parents } = JSON.parse(document.getElementById('config')!.textContent) as FrameConfig;
  const page = parents.find((origin) => origin !== location.origin)!;

  window.fetch = async (_, init) => {
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<WireAnswer | null>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data as WireAnswer | null);
    });
    const headers = Object.fromEntries(new Headers(init?.headers));
    parent.postMessage({ headers, body: init?.body }, page, [port2]);
    const wire = await answered;
    if (wire === null) throw new TypeError('Failed to fetch');
    return new Response(wire.body, wire);
  };
}
