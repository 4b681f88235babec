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

/** Times that the sockets are looked at without a change, before they count as quiet. */
const quietLooks = 4;

/** Turns of the event loop between two looks; loopback delivers within one. */
const turnsBetween = 4;

/** Resolves when no socket has read or written anything, and none was opened or closed, for many turns. */
export async function socketsAreQuiet(): Promise<void> {
  let before = '';
  for (let quiet = 0; quiet < quietLooks; quiet += 1) {
    for (let turn = 1; turn < turnsBetween; turn += 1) {
      await new Promise<void>((resolve) => void setImmediate(resolve));
    }
    // The shortest timers are due as well.
    await new Promise<void>((resolve) => void setTimeout(resolve, 0));
    let bytes = 0;
    for (const { bytesRead, bytesWritten } of sockets) bytes += bytesRead + bytesWritten;
    const now = `${sockets.size} ${bytes}`;
    if (now !== before) quiet = 0;
    before = now;
  }
}
