import { expect } from '@open-wc/testing';
import { enterPin, newPin, press, type } from '../support/browser/cardholder.js';
import { holdKey, releaseKey } from '../support/browser/keys.js';
import { element } from '../support/browser/new-element.js';

/** Records what the page hears of events until the test ends. */
function hear(types: readonly string[], read: (event: Event) => unknown): unknown[] {
  const heard: unknown[] = [];
  const { signal } = (listening = new AbortController());
  for (const type of types)
    window.addEventListener(type, (event) => heard.push(read(event)), { capture: true, signal });
  return heard;
}
let listening = new AbortController();

describe('the key guard', () => {
  afterEach(() => listening.abort());

  it('ignores an event without a code, such as autofill’s, and hides no other event because of it', () => {
    element.dispatchEvent(new Event('keydown'));
    const heard = hear(['input'], ({ type }) => type);
    document.body.dispatchEvent(new Event('input'));
    expect(heard).to.deep.equal(['input']);
  });

  // `test/pages-of-others` walks through modal dialogs that move the focus at every Tab.
  it('hides Tab from the page at the last tab stop if the page has put links into the element', async () => {
    const heard = hear(['keydown'], (event) => {
      const { key, shiftKey } = event as KeyboardEvent;
      return shiftKey && key === 'Tab' ? 'Shift+Tab' : key;
    });
    element.innerHTML =
      '<a slot="heading" href="#">Card</a><p slot="help"><a href="#">Help</a></p>';
    const heardOfKeys = async (...keys: readonly string[]) => {
      await press(...keys);
      return heard.splice(0).filter((each) => each !== 'Shift');
    };
    // From the new PIN to the last stop, out and back, and then the same to the first stop.
    expect(await heardOfKeys('Tab', 'Tab', 'Tab', 'Tab')).to.deep.equal([]);
    expect(await heardOfKeys('Tab', 'Shift+Tab')).to.deep.equal(['Shift+Tab']);
    expect(await heardOfKeys(...Array<string>(5).fill('Shift+Tab'))).to.deep.equal([]);
    expect(await heardOfKeys('Shift+Tab', 'Tab')).to.deep.equal(['Shift+Tab', 'Tab']);
  });

  it('doesn’t undo typing in a closed shadow root unless the element has the focus', async () => {
    const box = document.createElement('div');
    element.replaceWith(box);
    box.attachShadow({ mode: 'closed' }).append(element);
    element.focus();
    await type('4826');
    (document.activeElement as HTMLElement).blur();
    await press('Control+z');
    expect((await newPin()).value).to.equal('••••');
  });

  it('hides a held digit key from the page after the page moves the focus', async () => {
    const field = document.createElement('input');
    element.after(field);
    await enterPin(element, '4826', '482');
    const heard = hear(['keydown', 'keyup'], (event) => (event as KeyboardEvent).key);
    await holdKey('6');
    field.focus();
    await holdKey('6');
    await releaseKey('6');
    expect(field.value).to.equal('');
    expect(heard).to.deep.equal([]);
    expect(element.checkValidity()).to.equal(true);
    await press('7');
    expect(heard).to.deep.equal(['7', '7']);
    field.remove();
  });

  it('hides a digit key from the page, even if a modifier goes down before or after it', async () => {
    const heard = hear(['keydown', 'keypress', 'keyup'], (event) => (event as KeyboardEvent).key);
    for (const keys of [
      ['4', 'Control'],
      ['Control', '4'],
    ]) {
      for (const key of keys) await holdKey(key);
      for (const key of keys) await releaseKey(key);
    }
    expect([...new Set(heard)]).to.deep.equal(['Control']);
  });

  it('reports an entry to the page once no digit key is down', async () => {
    await enterPin(element, '4826', '482');
    await holdKey('6');
    expect(element.matches(':state(complete)')).to.equal(false);
    await releaseKey('6');
    expect(element.matches(':state(complete)')).to.equal(true);
  });
});
