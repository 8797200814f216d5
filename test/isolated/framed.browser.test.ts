/**
 * What isolated mode has beside all that it has in common with the other one: the frame itself, and what crosses its edge. In Chromium
 * these are tests of that mode; the other engines, which run no others in it, have them in their one run.
 */
import { expect, fixture, html } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import type { FrameRequest } from '../../tools/test/frame-plugin.js';
import { press, protocol, type } from '../support/browser/cardholder.js';
import { engine, inEngines, inModes } from '../support/browser/engine.js';
import { next, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** A node as the protocol tells of it, with what stands in frames and in closed roots. */
interface DomNode {
  readonly nodeName: string;
  readonly backendNodeId: number;
  readonly attributes?: readonly string[];
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
  readonly contentDocument?: DomNode;
}

const all = (node: DomNode): readonly DomNode[] => [
  node,
  ...[
    ...(node.children ?? []),
    ...(node.shadowRoots ?? []),
    ...(node.contentDocument === undefined ? [] : [node.contentDocument]),
  ].flatMap(all),
];

const attributesOf = ({ attributes = [] }: DomNode): Readonly<Record<string, string>> =>
  Object.fromEntries(
    attributes.flatMap((name, index) =>
      index % 2 === 0 ? [[name, attributes[index + 1] ?? '']] : [],
    ),
  );

const isElement = ({ nodeName }: DomNode): boolean => /^[A-Z]/.test(nodeName);

/** The page, with every frame of it. */
const documentNode = async (): Promise<DomNode> =>
  (await protocol<{ root: DomNode }>('DOM.getDocument', { depth: -1, pierce: true })).root;

const theFrame = async (): Promise<DomNode> =>
  all(await documentNode()).find(
    ({ nodeName, contentDocument }) =>
      nodeName === 'IFRAME' && contentDocument?.children?.some(hasForm) === true,
  )!;
const hasForm = (node: DomNode): boolean => all(node).some(({ nodeName }) => nodeName === 'FORM');

/** What a function makes of the first thing in the frame that has this id, class or name of a tag, which is its `this`. */
async function askIn<T>(what: string, declaration: string, ...values: unknown[]): Promise<T> {
  const { backendNodeId } = all((await theFrame()).contentDocument!).find((node) => {
    const { id, class: classes = '' } = attributesOf(node);
    return node.nodeName === what || id === what || classes.split(' ').includes(what);
  })!;
  const { object } = await protocol<{ object: { objectId: string } }>('DOM.resolveNode', {
    backendNodeId,
  });
  const { result } = await protocol<{ result: { value: T } }>('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration: declaration,
    arguments: values.map((value) => ({ value })),
    returnByValue: true,
  });
  return result.value;
}

/** Computed styles of it. */
function styleIn<K extends string>(what: string, names: readonly K[]): Promise<Record<K, string>> {
  return askIn(
    what,
    `function (...names) {
      const style = getComputedStyle(this);
      return Object.fromEntries(names.map((name) => [name, style[name]]));
    }`,
    ...names,
  );
}

/** The ring of what has the focus in the frame. */
interface Ring {
  /** What it is around. */
  readonly name: string;
  /** How far it is from the frame's left, top, right and lower edge; less than nothing beyond it. */
  readonly room: readonly number[];
  readonly line: string;
  readonly colour: string;
  /** What it is drawn on. */
  readonly ground: string;
}

const ringInFrame = (): Promise<Ring> =>
  askIn(
    'FORM',
    `function () {
      const { activeElement } = this.getRootNode();
      const ringed = activeElement.closest('.field') ?? activeElement;
      const { left, top, right, bottom } = ringed.getBoundingClientRect();
      const style = getComputedStyle(ringed);
      const reach = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth);
      return {
        name: activeElement.id || activeElement.className,
        room: [left, top, innerWidth - right, innerHeight - bottom].map((room) => room - reach),
        line: style.outlineWidth + ' ' + style.outlineStyle,
        colour: style.outlineColor,
        ground: style.backgroundColor,
      };
    }`,
  );

/** What the frame shows of its content, and what it has. */
async function extentOfFrame(): Promise<{
  readonly shown: readonly [number, number];
  readonly content: readonly [number, number];
}> {
  const [extent] = await executeServerCommand<
    readonly { shown: [number, number]; content: [number, number] }[],
    object
  >('evaluate-in-frames', {
    expression: `({
      shown: [innerWidth, innerHeight],
      content: [document.documentElement.scrollWidth, Math.ceil(document.body.getBoundingClientRect().height)],
    })`,
  });
  return extent!;
}

/** Tells whether a frame is as large as what is in it. */
async function fits(): Promise<boolean> {
  const { shown, content } = await extentOfFrame();
  return shown[0] === content[0] && shown[1] === content[1];
}

/** What is to be seen of the page from so many pixels below its upper edge, as far as a form reaches. */
async function picture(y: number): Promise<Uint8ClampedArray> {
  const clip = { x: 0, y, width: 420, height: 380, scale: 1 };
  const { data } = await protocol<{ data: string }>('Page.captureScreenshot', { clip });
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const context = new OffscreenCanvas(clip.width, clip.height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, clip.width, clip.height).data;
}

/** Frames are drawn by themselves, which makes the tiniest difference where a line is curved. */
function isSame(first: Uint8ClampedArray, second: Uint8ClampedArray): boolean {
  return first.every((value, index) => Math.abs(value - second[index]!) <= 16);
}

const register = (): void => {
  describe('<set-card-pin> in a frame', () => {
    let service: Service;
    let frameSrc: string;
    let page: HTMLElement;
    let element: SetCardPinElement;
    let cardId: string;
    before(async () => {
      service = await startService();
      frameSrc =
        service.frameSrc ??
        (await executeServerCommand<string, FrameRequest>('start-frame', {
          endpoints: [service.endpoint],
        }));
    });
    let readies: number;
    beforeEach(async () => {
      cardId = await service.card('accepted');
      readies = 0;
      const ready = next(document, 'pin-ready');
      page = await fixture(
        html`<div @pin-ready=${() => readies++}>
          <button id="before">Before</button>
          <set-card-pin
            frame-src=${frameSrc}
            endpoint=${service.endpoint}
            card-id=${cardId}
          ></set-card-pin>
          <button id="after">After</button>
        </div>`,
      );
      element = page.querySelector('set-card-pin')!;
      element.clientToken = await service.token(cardId);
      await ready;
    });
    afterEach(() => {
      document.documentElement.removeAttribute('style');
      document.documentElement.removeAttribute('dir');
    });

    const goTo = (id: string) => page.querySelector<HTMLElement>(`#${id}`)!.focus();
    const hasFocus = () => document.activeElement?.id || document.activeElement?.localName;

    it('is gone through with Tab from what stands before it to what stands after it', async () => {
      goTo('before');
      await press('Tab');
      await until(() => hasFocus() === 'set-card-pin');
      await type('4826');
      await press('Tab', 'Tab');
      await type('4826');
      await press('Tab', 'Tab');
      await until(() => hasFocus() === 'after');
      expect((await element.submit()).kind).to.equal('set');
      expect(await service.has(cardId, '4826')).to.equal(true);
    });

    it('is gone through with Shift+Tab the other way, from its button to its first field', async () => {
      goTo('after');
      const ended = next(element, 'pin-error');
      await press('Shift+Tab');
      await until(() => hasFocus() === 'set-card-pin');
      // The button, which says that nothing is typed and goes to the first field.
      await press('Enter');
      expect((await ended).outcome).to.deep.include({ kind: 'invalid', problem: 'missing' });
      await press('Shift+Tab');
      await until(() => hasFocus() === 'before');
      expect((await element.submit()).kind).to.equal('invalid');
    });

    it('has the focus in the field that is wrong when the page’s own button submits', async () => {
      goTo('after');
      expect((await element.submit()).kind).to.equal('invalid');
      await until(() => hasFocus() === 'set-card-pin');
      await type('4826');
      await press('Tab', 'Tab');
      await type('4826');
      const done = next(element, 'pin-set');
      await press('Enter');
      await done;
    });

    it('takes no focus that the page gave to something else in the same turn', async () => {
      element.cardId = '';
      element.focus();
      goTo('after');
      // By the time that the frame answers it has heard of both.
      expect((await element.submit()).kind).to.equal('misconfigured');
      expect(hasFocus()).to.equal('after');
    });

    it('tells of a wrong address who listens to it once it is in the page', async () => {
      const wrong = document.createElement('set-card-pin');
      wrong.frameSrc = '';
      page.append(wrong);
      const { outcome, cause } = await next(wrong, 'pin-error');
      expect([outcome.kind, cause]).to.deep.equal(['misconfigured', 'frame']);
    });

    it('is ready once, however long it stays', async () => {
      await type('4826');
      element.lang = 'de';
      element.reset();
      expect((await element.submit()).kind).to.equal('invalid');
      expect(readies).to.equal(1);
    });

    inEngines(['chromium'], 'what is in a frame, which only its protocol tells', () => {
      it('is all that stands in the page: no field, no button and no word of the form', async () => {
        const names = all(await documentNode())
          .filter(isElement)
          .map(({ nodeName }) => nodeName);
        expect(names).to.include('INPUT');
        const { contentDocument } = await theFrame();
        const within = all(contentDocument!).map(({ backendNodeId }) => backendNodeId);
        const root = all(await documentNode()).find(({ nodeName }) => nodeName === 'SET-CARD-PIN')!;
        const ours = all(root).filter(
          (node) => isElement(node) && !within.includes(node.backendNodeId),
        );
        expect(ours.map(({ nodeName }) => nodeName)).to.deep.equal([
          'SET-CARD-PIN',
          'DIV',
          'IFRAME',
          'DIV',
          'P',
        ]);
      });

      it('has all that keeps it apart: a sandbox, no permission, a title, and of its host the origin alone', async () => {
        const { src, sandbox, referrerpolicy, allow, title } = attributesOf(await theFrame());
        expect({ src, sandbox, referrerpolicy, allow, title }).to.deep.equal({
          src: frameSrc,
          sandbox: 'allow-scripts allow-same-origin allow-forms',
          referrerpolicy: 'origin',
          allow: '',
          title: 'Set PIN',
        });
      });

      it('wears what the page’s style says of the element, when it changes too', async () => {
        const style = document.createElement('style');
        style.textContent = `
          #themed { --set-card-pin-accent: rgb(1, 2, 3); --set-card-pin-radius: 3px }
          #themed .warm { --set-card-pin-accent: rgb(200, 60, 0) }`;
        document.head.append(style);
        const button = () => styleIn('submit', ['backgroundColor', 'borderTopLeftRadius']);
        const wears = (backgroundColor: string, borderTopLeftRadius: string) =>
          until(async () => {
            const worn = await button();
            return (
              worn.backgroundColor === backgroundColor &&
              worn.borderTopLeftRadius === borderTopLeftRadius
            );
          });
        await wears('rgb(31, 94, 255)', '10px');
        // By an ancestor’s id, its own class, and its own style: none of them is told to the element.
        page.id = 'themed';
        await wears('rgb(1, 2, 3)', '3px');
        element.classList.add('warm');
        await wears('rgb(200, 60, 0)', '3px');
        element.style.setProperty('--set-card-pin-radius', '0.5rem');
        await wears('rgb(200, 60, 0)', '8px');
        style.remove();
        await wears('rgb(31, 94, 255)', '8px');
      });

      it('is dark where the page is, when it changes too', async () => {
        const colour = () => styleIn('INPUT', ['color']);
        const light = await colour();
        document.documentElement.style.colorScheme = 'dark';
        await until(async () => (await colour()).color !== light.color);
        element.style.colorScheme = 'light';
        await until(async () => (await colour()).color === light.color);
      });

      it('has the reader’s own size of text, and the page’s direction', async () => {
        const digits = () => styleIn('INPUT', ['fontSize']);
        const form = () => styleIn('FORM', ['direction']);
        expect([await digits(), await form()]).to.deep.equal([
          { fontSize: '22px' },
          { direction: 'ltr' },
        ]);
        document.documentElement.style.fontSize = '32px';
        await until(async () => (await digits()).fontSize === '44px');
        document.documentElement.dir = 'rtl';
        await until(async () => (await form()).direction === 'rtl');
      });

      it('has the appearance that the element has', async () => {
        const boxes = async () => (await styleIn('field', ['borderTopWidth'])).borderTopWidth;
        expect(await boxes()).to.equal('1px');
        element.appearance = 'line';
        await until(async () => (await boxes()) === '0px');
      });

      for (const [name, style, dir] of [
        ['light', '', 'ltr'],
        ['dark', 'color-scheme: dark; background: #0d1118', 'ltr'],
        ['of a page from right to left', '', 'rtl'],
        [
          'themed',
          '--set-card-pin-accent: #a3230f; --set-card-pin-gap: 20px; font-size: 18px',
          'ltr',
        ],
      ] as const) {
        it(`is the same picture as the form in the page, ${name}`, async () => {
          document.documentElement.style.cssText = style;
          document.documentElement.dir = dir;
          const withAnError = async () => {
            element.focus();
            await type('7777');
            await element.submit();
            // The caret blinks.
            goTo('before');
          };
          await withAnError();
          const { top } = element.getBoundingClientRect();
          // A frame is shown a moment later than its page.
          let framed = await picture(top);
          await until(async () => isSame(framed, (framed = await picture(top))));
          element.frameSrc = undefined;
          await element.updateComplete;
          await withAnError();
          await until(async () => isSame(framed, await picture(top)));
        });
      }

      for (const [name, around, own] of [
        ['by itself', '', ''],
        ['as wide as a column of 288 px', 'width: 288px', ''],
        ['in a line', '', 'display: inline-block; width: 300px'],
        ['in a row', 'display: flex; width: 700px', 'flex: 1'],
        ['at parts of pixels', 'padding: 3.3px; width: 300.7px', ''],
      ] as const) {
        it(`stands where the form in the page stands, as wide and as high: ${name}`, async () => {
          page.style.cssText = around;
          element.style.cssText = own;
          const place = () => {
            const { left, top, width, height } = element.getBoundingClientRect();
            return [left, top, width, height];
          };
          await until(fits);
          const framed = place();
          element.frameSrc = undefined;
          await element.updateComplete;
          place().forEach((value, index) => expect(framed[index]).to.be.closeTo(value, 1));
        });
      }

      afterEach(() => protocol('Emulation.setEmulatedMedia', { features: [] }));

      it('has whole borders where something is wrong, in forced colours', async () => {
        const features = [{ name: 'forced-colors', value: 'active' }];
        await protocol('Emulation.setEmulatedMedia', { features });
        await element.submit();
        const room = () =>
          askIn<{ border: string; left: number; right: number }>(
            'field',
            `function () {
              const { left, right } = this.getBoundingClientRect();
              return { border: getComputedStyle(this).borderLeftWidth, left, right: innerWidth - right };
            }`,
          );
        await until(async () => (await room()).border === '3px');
        expect(await room()).to.deep.equal({ border: '3px', left: 0, right: 0 });
      });

      for (const dir of ['ltr', 'rtl']) {
        it(`has a whole ring around what has the focus, in a page that runs ${dir}`, async () => {
          document.documentElement.dir = dir;
          await until(async () => (await styleIn('FORM', ['direction'])).direction === dir);
          element.focus();
          for (const stop of ['new', 'reveal', 'confirm', 'submit']) {
            await until(async () => (await ringInFrame()).name.includes(stop));
            const { room, line, colour, ground } = await ringInFrame();
            expect(line).to.equal('2px solid');
            expect(Math.min(...room), stop).to.be.at.least(0);
            expect(colour, stop).not.to.equal(ground);
            await press('Tab');
          }
        });
      }

      for (const width of [320, 1280]) {
        it(`is as high as what is in it, in a page of ${width} px: nothing is cut off, and nothing scrolls`, async () => {
          page.style.width = `${width - 16}px`;
          const height = () => element.getBoundingClientRect().height;
          const grows = async (change: () => unknown) => {
            await until(fits);
            const before = height();
            await change();
            await until(async () => height() > before && (await fits()));
          };
          await grows(() => {
            element.cardId = '';
            return element.submit();
          });
          await grows(() => (document.documentElement.style.fontSize = '200%'));
          await grows(() => (element.messages = { hint: 'A long sentence. '.repeat(20) }));
          const before = height();
          document.documentElement.style.fontSize = '100%';
          await until(async () => height() < before && (await fits()));
        });
      }
    });
  });
};

// The others have one run for both modes.
if (engine === 'chromium')
  inModes(['isolated'], 'the frame, which inline there is none of', register);
else register();
