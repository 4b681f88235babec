/** Tells when everything on its way between sockets of this process has arrived. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const sockets = new Set<Socket>();

function track(message: unknown): void {
  const { socket } = message as { readonly socket: Socket };
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

subscribe('net.client.socket', track);
subscribe('net.server.socket', track);

/** Turns of the event loop in which nothing is read or written; loopback delivers within one. */
const quietTurns = 12;

/** Resolves when no socket has read or written anything, and none was opened or closed, for many turns. */
export async function socketsAreQuiet(): Promise<void> {
  let before = '';
  for (let quiet = 0; quiet < quietTurns; quiet += 1) {
    await new Promise<void>((resolve) => void setTimeout(resolve, 0));
    let bytes = 0;
    for (const { bytesRead, bytesWritten } of sockets) bytes += bytesRead + bytesWritten;
    const now = `${sockets.size} ${bytes}`;
    if (now !== before) quiet = 0;
    before = now;
  }
}
