/** Connects the suite to a proxy in this process. */
import type { Connect } from '@acp-stack/conformance';
import type { Channel } from '@acp-stack/rpc';

/** Each connection starts the proxy anew: `start` returns the end of the conductor. */
export const proxyInProcess =
  (start: () => Channel): Connect =>
  (receiver) => {
    const channel = start();
    channel.open({
      receive: (message, text) => receiver.text(text ?? JSON.stringify(message)),
      reject: ({ text }) => receiver.text(text ?? ''),
      ended: () => receiver.ended('it closed the connection'),
    });
    return Promise.resolve({
      send: (text) => void channel.send(JSON.parse(text), text),
      close: () => {
        channel.destroy();
        return Promise.resolve();
      },
    });
  };
