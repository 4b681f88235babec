/** Connects two channels: what arrives on one is sent on the other, as fast as that one takes it. */
import { rpcCodes, type Channel } from '@acp-stack/rpc';

/** Each resolves when nothing more arrives from that side, and what arrived has been sent on. */
export interface Joined {
  readonly leftEnded: Promise<void>;
  readonly rightEnded: Promise<void>;
}

export function joinChannels(left: Channel, right: Channel): Joined {
  return { leftEnded: relay(left, right), rightEnded: relay(right, left) };
}

function relay(from: Channel, to: Channel): Promise<void> {
  return new Promise((resolve) => {
    from.open({
      receive: (message, text) => {
        let more = true;
        try {
          more = to.send(message, text);
        } catch {
          // The other side has ended, and says so itself.
        }
        if (more) return;
        from.pause();
        void to.drained().then(() => {
          from.resume();
        });
      },
      reject: ({ message }) => {
        try {
          from.send({ jsonrpc: '2.0', id: null, error: { code: rpcCodes.parseError, message } });
        } catch {
          // Nobody is left who could read the answer.
        }
      },
      ended: () => {
        resolve();
      },
    });
  });
}
