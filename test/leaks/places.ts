/** Reads all places in a browser where a typed text could remain. */
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';

/** A place and the text in it. */
export type Place = readonly [name: string, text: string];

/** Records texts that can't be read later. Call it before the page opens. */
export function recordPlaces(profile: BrowserContext): Place[] {
  const places: Place[] = [];
  profile.on('request', (request) => places.push(['addresses of requests', request.url()]));
  profile.on('console', (message) => places.push(['console', message.text()]));
  profile.on('weberror', (webError) => places.push(['console', String(webError.error().stack)]));
  return places;
}

/** Reads all other places of a page and of its frames. */
export async function readPlaces(page: Page): Promise<Place[]> {
  const profile = page.context();
  const places = await Promise.all(
    page
      .frames()
      .filter((frame) => frame.url().startsWith('http'))
      .map(async (frame) => [
        ...(await readByScript(frame)),
        // This throws for a frame of the page's own origin, because it has no session of its own.
        ...(await readByProtocol(await profile.newCDPSession(frame))),
      ]),
  );
  const { cookies, origins } = await profile.storageState({ indexedDB: true });
  const protocol = await profile.newCDPSession(page);
  const { entries } = await protocol.send('Page.getNavigationHistory');
  return [
    ...places.flat(),
    ['history', JSON.stringify(entries)],
    ['cookies', JSON.stringify(cookies)],
    ['localStorage, IndexedDB', JSON.stringify(origins)],
  ];
}

async function readByProtocol(protocol: CDPSession): Promise<Place[]> {
  // `pierce` adds the trees of closed roots and the trees inside the fields.
  const document = await protocol.send('DOM.getDocument', { depth: -1, pierce: true });
  const accessibility = await protocol.send('Accessibility.getFullAXTree');
  const chunks: string[] = [];
  protocol.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await protocol.send('HeapProfiler.collectGarbage');
  await protocol.send('HeapProfiler.takeHeapSnapshot', { captureNumericValue: true });
  // A snapshot has the heap of all realms in the process, including the pristine realm.
  const { strings } = JSON.parse(chunks.join('')) as { readonly strings: readonly string[] };
  await protocol.detach();
  return [
    ['DOM', JSON.stringify(document)],
    ['accessibility tree', JSON.stringify(accessibility)],
    ['heap', strings.join('\n')],
  ];
}

function readByScript(frame: Frame): Promise<Place[]> {
  return frame.evaluate(async () => {
    // A browser may deny all storage to a frame of another site.
    const isDenied = await caches.keys().then(
      () => false,
      () => true,
    );
    const names = isDenied ? [] : await caches.keys();
    const cached = names.map(async (name) => {
      const cache = await caches.open(name);
      const requests = await cache.keys();
      const answers = (await cache.matchAll()).map((answer) => answer.text());
      return [...requests.map(({ url }) => url), ...(await Promise.all(answers))];
    });
    const { input, lastMatch, leftContext, rightContext, $1 } = RegExp;
    return [
      ['Cache Storage', JSON.stringify(await Promise.all(cached))],
      ['history.state', JSON.stringify(history.state)],
      ['performance entries', JSON.stringify(performance.getEntries())],
      ['RegExp', JSON.stringify([input, lastMatch, leftContext, rightContext, $1])],
      ['selection', String(getSelection())],
      ['sessionStorage', isDenied ? '' : JSON.stringify(sessionStorage)],
      ['window.name', window.name],
    ] as const;
  });
}
