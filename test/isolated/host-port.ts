/**
 * Keeps the host's ends of channels during a suite, as any script of the page could. Returns a
 * function that returns the last one.
 */
export function useHostPort(): () => MessagePort {
  const { MessageChannel } = window;
  let port: MessagePort;
  before(() => {
    window.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        port = this.port1;
      }
    };
  });
  after(() => Object.assign(window, { MessageChannel }));
  return () => port;
}
