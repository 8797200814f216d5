/**
 * Keeps the host's ends of channels during a suite, as any script in the page could. Returns a
 * function that returns the last end.
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
