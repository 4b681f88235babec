/** Is told something, waits a moment, and asks back without its context; reads no more than a little meanwhile. */
import { Peer } from '@acp-stack/rpc';
import { stdio } from '@acp-stack/stdio';

const peer = new Peer(stdio(), {
  handlers: () => ({
    kind: 'notification',
    run: async ({ asks }) => {
      if (!asks) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      await peer.notify('told', { answer: await peer.request('ask', {}) });
    },
  }),
  orderKey: () => 'key',
  limits: { unhandledBytes: 100_000 },
});
