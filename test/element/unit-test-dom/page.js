/**
 * A page of a user, as unit tests run it. Arguments: the library that imitates a browser, and the
 * folder of the modules. Prints what happens as JSON.
 */
import { pathToFileURL } from 'node:url';

const [library, folder] = process.argv.slice(2);
const url = 'https://cards.example.com/';

/** Returns the window of the library, and reports what it would only log. */
async function createWindow() {
  if (library === 'happy-dom') return new (await import('happy-dom')).Window({ url });
  const { JSDOM, VirtualConsole } = await import('jsdom');
  const virtualConsole = new VirtualConsole().on('jsdomError', (error) => console.error(error));
  return new JSDOM('', { url, pretendToBeVisual: true, virtualConsole }).window;
}

// Jest and Vitest put the window's members into the global object too.
const window = await createWindow();
const NODE_HAS_ITS_OWN = ['Event', 'EventTarget', 'navigator'];
for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis && !NODE_HAS_ITS_OWN.includes(name)) continue;
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
}

const load = (name) => import(pathToFileURL(`${folder}/${name}.js`).href);
const { SetCardPinElement, PinSetEvent } = await load('index');
const { needToken, simulate } = await load('testing');
const seen = [];

const element = document.createElement('set-card-pin');
seen.push(element instanceof SetCardPinElement);
element.setAttribute('endpoint', 'https://api.example.com/graphql');
element.setAttribute('card-id', 'card_1');
const isReady = new Promise((resolve) => element.addEventListener('pin-ready', resolve));
document.body.append(element);
await isReady;

// The page's own listeners.
document.addEventListener('pin-set', (event) => {
  seen.push(['set', event instanceof PinSetEvent, event.card.last4]);
});
document.addEventListener('pin-error', ({ outcome, retryable }) => {
  seen.push(['error', outcome.kind, retryable]);
});
element.addEventListener('token-expired', (event) => {
  event.respondWith(Promise.resolve(`token after ${event.reason}`));
});

simulate(element, { kind: 'set', card: { id: 'card_1', bin: '999900', last4: '1001' } });
simulate(element, { kind: 'unavailable' });
seen.push(await needToken(element));
element.getClientToken = () => Promise.reject(new Error('The session has ended.'));
seen.push(await needToken(element, 'refused'));
element.getClientToken = ({ signal }) => Promise.resolve(`a token, ${signal.aborted}`);
seen.push(await needToken(element));

element.focus();
seen.push(element.checkValidity(), element.validity.valueMissing);
seen.push((await element.submit()).kind, document.body.innerHTML);
element.reset();
element.remove();

console.log(JSON.stringify(seen));
