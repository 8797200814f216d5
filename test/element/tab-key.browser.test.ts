import { expect, fixture, html } from '@open-wc/testing';
import { stub } from 'sinon';
import type { SetCardPinElement } from '../../src/index.js';
import { press, readTree } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { createElement, next, until } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

const STOPS = ['New PIN', 'Confirm new PIN', 'Show PIN in both fields', 'Set PIN'];

describe('<set-card-pin> and the Tab key', () => {
  let page: HTMLElement;
  let element: SetCardPinElement;
  beforeEach(async () => {
    page = await fixture(html`<div><button>Before</button><button>After</button></div>`);
    element = createElement(service, 'card_1');
  });

  async function add(): Promise<void> {
    const ready = next(element, 'pin-ready');
    page.firstElementChild?.after(element);
    await ready;
  }

  /** Returns the name of the button or field that has focus. */
  async function focused(): Promise<string> {
    const tree = await readTree();
    return tree.find((node) => node.focused && /button|textbox/.test(node.role))?.name ?? '';
  }

  /** Focuses a button in the page, and returns the stops that follow when a key is pressed. */
  async function walk(from: 'first' | 'last', key: string, count: number): Promise<string[]> {
    page.querySelector<HTMLElement>(`button:${from}-of-type`)?.focus();
    const stops = [];
    for (let step = 0; step < count; step++) {
      const before = stops.at(-1) ?? (await focused());
      await press(key);
      // The focus moves into a frame, and out of it, a moment later.
      await until(async () => !['', before].includes(await focused()));
      stops.push(await focused());
    }
    return stops;
  }

  it('has one tab stop for each control, but none for itself', async () => {
    await add();
    expect(element.tabIndex).to.equal(0);
    expect(await walk('first', 'Tab', 5)).to.deep.equal([...STOPS, 'After']);
    expect(await walk('last', 'Shift+Tab', 5)).to.deep.equal([...[...STOPS].reverse(), 'Before']);
  });

  it('uses HTMLElement.prototype.focus(), even if a library has wrapped that function', async () => {
    const heard: HTMLElement[] = [];
    const focus = stub(HTMLElement.prototype, 'focus').callsFake(function (this: HTMLElement, how) {
      heard.push(this);
      focus.wrappedMethod.call(this, how);
    });
    await add();
    element.focus();
    focus.restore();
    expect(heard[0]).to.equal(element);
    await until(async () => (await focused()) === STOPS[0]);
  });

  it('keeps its tabindex when a DOM morphing library removes it', async () => {
    await add();
    element.removeAttribute('tabindex');
    expect(element.getAttribute('tabindex')).to.equal('0');
  });

  it('isn’t a tab stop if its tabindex is negative', async () => {
    element.tabIndex = -1;
    await add();
    expect(element.getAttribute('tabindex')).to.equal('-1');
    expect(await walk('first', 'Tab', 1)).to.deep.equal(['After']);
    expect(await walk('last', 'Shift+Tab', 1)).to.deep.equal(['Before']);
  });

  inModes(['inline'], 'a frame is a stop even if nothing in it is one', () => {
    it('isn’t a tab stop if it is disabled', async () => {
      element.disabled = true;
      await add();
      expect(await walk('first', 'Tab', 1)).to.deep.equal(['After']);
    });
  });
});
