import type { Attack } from '../attack.js';

export const messages: Attack = {
  title: 'messages',
  does: 'Listens for `message` at `window`, and patches `postMessage` of windows, ports, workers and channels, the handlers of ports, and `MessageChannel`.',
  shares: 'patches',
  install: ({ capture, wrap }) => {
    const { stringify } = JSON;
    const read = (by: string, value: unknown) => capture(by, stringify(value));
    addEventListener('message', ({ data }) => read('message', data), true);
    wrap(window, 'postMessage', (_, [data]) => read('postMessage', data));
    wrap(MessagePort.prototype, 'postMessage', (_, [data]) => read('port', data));
    wrap(BroadcastChannel.prototype, 'postMessage', (_, [data]) => read('broadcast', data));
    wrap(Worker.prototype, 'postMessage', (_, [data]) => read('worker', data));
    wrap(MessageEvent.prototype, 'data', (_, __, data) => read('data', data));
    wrap(window, 'structuredClone', (_, [data]) => read('structuredClone', data));
    window.MessageChannel = new Proxy(MessageChannel, {
      construct: (target) => {
        const channel = new target();
        for (const port of [channel.port1, channel.port2])
          port.addEventListener('message', ({ data }) => read('channel', data));
        return channel;
      },
    });
  },
};
