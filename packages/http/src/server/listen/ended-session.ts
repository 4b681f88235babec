/**
 * Closes the socket of an HTTP/2 session soon after a protocol error.
 *
 * For many errors of a client, Node sends GOAWAY, reads and writes nothing any more, and emits no event, so that the
 * socket would stay open until a ping is missed. Here a session that has received something is pinged: if the ping
 * stays in its queue although the socket has room, the session has ended. The client need not answer in time.
 */
import type { ServerHttp2Session } from 'node:http2';

import type { Clock } from '@acp-stack/rpc';

import { repeat } from '../../timing/repeating-timer.ts';

/** Milliseconds between two looks; a session that has ended is dropped at the second. */
const interval = 1000;

/** Drops `session` when it has ended; returns a function that stops watching. */
export function watchForEnd(session: ServerHttp2Session, clock: Clock): () => void {
  /** What was received when the session was last known to be well. */
  let known = 0;
  let isPinged = false;
  return repeat(clock, interval, () => {
    if (session.destroyed) return false;
    if (isPinged && isStuck(session)) {
      // What was queued a moment ago, such as another ping, is written before the second of these: it is not stuck.
      setImmediate(() =>
        setImmediate(() => {
          if (!session.destroyed && isStuck(session)) session.destroy();
        }),
      );
    }
    isPinged = false;
    const { bytesRead } = session.socket;
    if (bytesRead === known) return true;
    known = bytesRead;
    isPinged = session.ping((error) => {
      // The answer itself does not cause another ping.
      if (error !== null || session.destroyed) return;
      known = session.socket.bytesRead;
      isPinged = false;
    });
    return true;
  });
}

/** Whether something waits in the session, and nothing in its socket. */
function isStuck(session: ServerHttp2Session): boolean {
  const { _handle: handle } = session.socket as unknown as { readonly _handle?: { readonly writeQueueSize?: number } };
  return (session.state.outboundQueueSize ?? 0) > 0 && handle?.writeQueueSize === 0;
}
