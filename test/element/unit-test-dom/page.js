/**
 * A page of a user, as unit tests run it. Arguments: the library that imitates a browser, the
 * folder of the modules, and a module to import first. Prints what happens as JSON.
 */
import { pathToFileURL } from 'node:url';

const [library, folder, first = 'testing'] = process.argv.slice(2);
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
await load(first);
const { needToken, simulate } = await load('testing');
const { PinSetEvent, SetCardPinElement } = await load('index');
const { SetCardPin } = await load('react');
const React = await import('react');
const { createRoot } = await import('react-dom/client');
// The component of React 18 sets no other properties.
const seen = ['cardId' in SetCardPinElement.prototype];

globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const root = createRoot(document.body.appendChild(document.createElement('main')));
const render = (content) => React.act(() => root.render(content));
await render(
  React.createElement(SetCardPin, {
    endpoint: 'https://api.example.com/graphql',
    cardId: 'card_1',
    clientToken: 'a secret',
    onPinReady: () => seen.push('onPinReady'),
    onPinSet: (event) => seen.push(['onPinSet', event.card.id]),
  }),
);
const element = document.querySelector('set-card-pin');
await element.updateComplete;
seen.push(element.outerHTML, [element.endpoint, element.cardId, element.clientToken]);
seen.push([element.pinLength, element.pinRules, element.appearance, element.disabled]);

// The page's own listeners.
document.addEventListener('pin-set', (event) => {
  seen.push(['set', event instanceof PinSetEvent, event.card.last4]);
});
document.addEventListener('pin-error', ({ outcome, retryable }) => {
  seen.push(['error', outcome.kind, retryable]);
});
const respond = (event) => event.respondWith(Promise.resolve(`token after ${event.reason}`));
element.addEventListener('token-expired', respond);

const submit = element.submit();
seen.push(submit === element.submit());
simulate(element, { kind: 'set', card: { id: 'card_1', bin: '999900', last4: '1001' } });
seen.push((await submit).kind, [element.checkValidity(), element.validity.valid]);
simulate(element, { kind: 'unavailable' });
seen.push(await needToken(element));
element.getClientToken = () => Promise.reject(new Error('The listener has answered.'));
seen.push(await needToken(element, 'refused'));
element.removeEventListener('token-expired', respond);
element.getClientToken = ({ signal }) => Promise.resolve(`a token, ${signal.aborted}`);
seen.push(await needToken(element));

seen.push(element.checkValidity(), element.validity.valueMissing);
const abandoned = element.submit();
element.reset();
seen.push((await abandoned).kind);
await render(null);

console.log(JSON.stringify(seen));
// React keeps a port open.
process.exit();
