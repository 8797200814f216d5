/** Tests of the frame that isolated mode adds, and of everything that crosses its edge. */
import { html } from '@open-wc/testing';
import '../../../src/isolated.js';
import type { SetCardPinElement } from '../../../src/index.js';
import { engine, inModes } from './engine.js';
import { mount } from './page.js';
import { startService, type Service } from './service.js';

/** An element with a frame, between two buttons of the host page. */
interface Framed {
  service: Service;
  frameSrc: string;
  /** The part of the host page around the element. */
  page: HTMLElement;
  element: SetCardPinElement;
  cardId: string;
  /** Focuses a button in the host page. */
  focus(id: 'before' | 'after'): void;
  /** Returns the id or the tag name of the host page's focused element. */
  focused(): string | undefined;
}

/**
 * Registers tests of the frame. Chromium runs them in isolated mode. The other engines have no run
 * in that mode, so their only run includes these tests.
 *
 * @param register - Receives the element, which is a new one in each test.
 */
export function describeFramed(title: string, register: (framed: Framed) => void): void {
  const registerSuite = () =>
    describe(title, () => {
      const framed = {
        focus: (id: string) => framed.page.querySelector<HTMLElement>(`#${id}`)!.focus(),
        focused: () => document.activeElement?.id || document.activeElement?.localName,
      } as Framed;
      before(async () => {
        framed.service = await startService(true);
        framed.frameSrc = framed.service.frameSrc!;
      });
      beforeEach(async () => {
        const { service, frameSrc } = framed;
        framed.cardId = await service.card('accepted');
        framed.page = await mount(
          html`<div>
            <button id="before">Before</button>
            <set-card-pin
              frame-src=${frameSrc}
              endpoint=${service.endpoint}
              card-id=${framed.cardId}
            ></set-card-pin>
            <button id="after">After</button>
          </div>`,
        );
        framed.element = framed.page.querySelector('set-card-pin')!;
        framed.element.clientToken = await service.token(framed.cardId);
      });
      register(framed);
    });
  if (engine === 'chromium')
    inModes(['isolated'], 'the frame, which inline mode doesn’t have', registerSuite);
  else registerSuite();
}
