/** Connects two channels: each message from one is sent on the other, with back-pressure. */
import { ConnectionError, defaultLimits, rpcCodes, problemResponse, type Channel, type Receiver } from '@acp-stack/rpc';

/** Each promise resolves when that side has ended, and its messages were sent on. */
export interface Joined {
  readonly leftEnded: Promise<void>;
  readonly rightEnded: Promise<void>;
}

/** Unsent bytes after which a side that does not read is disconnected. */
const maxUnsentBytes = 2 * defaultLimits.unsentBytes;

export function joinChannels(left: Channel, right: Channel): Joined {
  return { leftEnded: relay(left, right), rightEnded: relay(right, left) };
}

function relay(from: Channel, to: Channel): Promise<void> {
  const pass = (send: () => boolean, message: unknown): void => {
    let canSendMore = true;
    try {
      canSendMore = send();
    } catch (error) {
      // A side that has ended reports that itself. If a message exceeds a limit, its sender gets an error.
      if (error instanceof ConnectionError && error.code === 'limit') refuse(from, message, error.message);
    }
    disconnectUnlessRead(from);
    if (canSendMore) return;
    from.pause();
    void to.drained().then(() => {
      from.resume();
    });
  };
  const receive: Receiver['receive'] = (message, text) => {
    pass(() => to.send(message, text), message);
  };
  const receiveUnparsed: Receiver['receiveUnparsed'] = (message) => {
    const { sendUnparsed } = to;
    if (sendUnparsed === undefined) receive(JSON.parse(message.text), message.text);
    else pass(() => sendUnparsed.call(to, message), message);
  };
  return new Promise((resolve) => {
    from.open({
      receive,
      // Reading a message in order not to parse it pays only if it is not parsed later.
      ...(to.sendUnparsed === undefined ? {} : { receiveUnparsed }),
      reject: (problem) => {
        try {
          (problem.partial?.isResponse === true ? to : from).send(problemResponse(problem));
        } catch {
          // The sender has disconnected.
        }
        disconnectUnlessRead(from);
      },
      ended: () => {
        resolve();
      },
    });
  });
}

/** Responds to a request that cannot be sent on. */
function refuse(sender: Channel, message: unknown, reason: string): void {
  const { id, method } = Object(message) as { readonly id?: unknown; readonly method?: unknown };
  if (method === undefined || id === undefined) return;
  try {
    sender.send({ jsonrpc: '2.0', id, error: { code: rpcCodes.internalError, message: reason } });
  } catch {
    // The sender has disconnected.
  }
}

function disconnectUnlessRead(side: Channel): void {
  if (side.unsentBytes <= maxUnsentBytes) return;
  side.destroy(
    new ConnectionError('limit', `More than ${maxUnsentBytes} bytes wait to be read.`, { limit: 'unsentBytes' }),
  );
}
