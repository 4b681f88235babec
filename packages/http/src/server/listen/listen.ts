/** Makes a server listen, and explains in one sentence why it cannot. */
import { once } from 'node:events';
import type { Server } from 'node:net';

const unknownHost = 'the name is unknown; choose another `host`, such as 127.0.0.1';

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; choose another `port`, or 0 for any free port',
  EACCES: 'this program may not use that port; choose a `port` above 1023, or 0 for any free port',
  EADDRNOTAVAIL: 'this machine has no such address; choose another `host`, such as 127.0.0.1',
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ERR_SOCKET_BAD_PORT: 'the port is out of range; choose a `port` up to 65535, or 0 for any free port',
};

/** Resolves when `server` listens; rejects with an error that keeps the platform's `code`. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const words = problems[code ?? ''] ?? `(${message}); check \`host\` and \`port\``;
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    throw Object.assign(new Error(`${place} is not available: ${words}.`, { cause: error }), { code });
  }
}
