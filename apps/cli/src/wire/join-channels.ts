/** Connects two channels: what arrives on one is sent on the other, as fast as that one takes it. */
import { ConnectionError, defaultLimits, rpcCodes, problemResponse, type Channel } from '@acp-stack/rpc';

/** Each resolves when nothing more arrives from that side, and what arrived has been sent on. */
export interface Joined {
  readonly leftEnded: Promise<void>;
  readonly rightEnded: Promise<void>;
}

/** Bytes that may wait for a side which asks and does not read; beyond it the side is left. */
const mostUnsent = 2 * defaultLimits.unsentBytes;

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
        } catch (error) {
          // A side that has ended says so itself; what it cannot take is told to whoever asked.
          if (error instanceof ConnectionError && error.code === 'limit') refuse(from, message, error.message);
        }
        leaveUnlessRead(from);
        if (more) return;
        from.pause();
        void to.drained().then(() => {
          from.resume();
        });
      },
      reject: (problem) => {
        try {
          (problem.partial?.isResponse === true ? to : from).send(problemResponse(problem));
        } catch {
          // Nobody is left who could read the answer.
        }
        leaveUnlessRead(from);
      },
      ended: () => {
        resolve();
      },
    });
  });
}

/** Answers a request that cannot be sent on. */
function refuse(asker: Channel, message: unknown, reason: string): void {
  const { id, method } = Object(message) as { readonly id?: unknown; readonly method?: unknown };
  if (method === undefined || id === undefined) return;
  try {
    asker.send({ jsonrpc: '2.0', id, error: { code: rpcCodes.internalError, message: reason } });
  } catch {
    // Nobody is left who could read the answer.
  }
}

function leaveUnlessRead(side: Channel): void {
  if (side.unsentBytes <= mostUnsent) return;
  side.destroy(
    new ConnectionError('limit', `More than ${mostUnsent} bytes wait to be read.`, { limit: 'unsentBytes' }),
  );
}
