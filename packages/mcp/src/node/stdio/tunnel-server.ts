/**
 * The socket that stdio programs of agents connect back to.
 *
 * A program sends its token first, which says which MCP server of which session it stands for. It learns the socket and
 * the token from its environment; a command line can be read by every user of the machine.
 */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

import type { AgentSupport } from '../agent/agent-support.ts';
import type { Endpoint, EndpointHost, OpenConnection } from '../endpoint/endpoint.ts';
import type { BridgeSettings } from '../settings/options.ts';
import { Listener } from '../endpoint/listener.ts';
import { UnauthenticatedSockets } from '../endpoint/unauthenticated-sockets.ts';
import { makeSocketPath, removeSocketPath } from './socket-folder.ts';
import { readToken } from './read-token.ts';
import { Tunnel } from './tunnel.ts';

/** The tunnels to one server of one session. */
interface Target {
  readonly open: OpenConnection;
  readonly tunnels: Set<Tunnel>;
}

export class TunnelServer implements EndpointHost {
  readonly #settings: BridgeSettings;
  readonly #isTyped: boolean;
  readonly #server: Server;
  /** The path of the socket, or its port. */
  readonly #listener = new Listener<string>({
    where: 'a socket',
    start: () => this.#start(),
    stop: () => undefined,
  });
  readonly #unauthenticated: UnauthenticatedSockets;
  /** By the digest of the token, so that comparing takes the same time for every wrong one. */
  readonly #targets = new Map<string, Target>();
  #path: string | undefined;
  #isPaused = false;

  constructor(settings: BridgeSettings, { isStdioTyped }: Pick<AgentSupport, 'isStdioTyped'>) {
    this.#settings = settings;
    this.#isTyped = isStdioTyped;
    this.#unauthenticated = new UnauthenticatedSockets(settings.limits.strangers, (socket) => {
      this.#refuse(socket, 503, 'Too many sockets without a token are open.');
    });
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      this.#accept(socket);
    });
  }

  ready(): Promise<void> | undefined {
    return this.#listener.ready();
  }

  add(open: OpenConnection): Endpoint {
    const address = this.#listener.current;
    if (address === undefined) throw new Error('The socket of the MCP bridge is not listening.');
    const token = randomBytes(32).toString('base64url');
    const key = digest(token);
    const target: Target = { open, tunnels: new Set() };
    this.#targets.set(key, target);
    const variables = {
      ACP_MCP_SOCKET: address,
      ACP_MCP_TOKEN: token,
      // The program that runs this one may be an editor.
      ...(process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
    };
    return {
      transport: {
        ...(this.#isTyped ? { type: 'stdio' } : {}),
        command: this.#settings.node,
        args: [programPath()],
        env: Object.entries(variables).map(([name, value]) => ({ name, value })),
      },
      close: () => {
        this.#targets.delete(key);
        for (const tunnel of target.tunnels) tunnel.close();
      },
    };
  }

  pause(): void {
    this.#isPaused = true;
    for (const { tunnels } of this.#targets.values()) for (const tunnel of tunnels) tunnel.pause();
  }

  resume(): void {
    this.#isPaused = false;
    for (const { tunnels } of this.#targets.values()) for (const tunnel of tunnels) tunnel.resume();
  }

  close(): void {
    this.#listener.close();
    for (const { tunnels } of this.#targets.values()) for (const tunnel of tunnels) tunnel.close();
    this.#targets.clear();
    this.#server.close();
    if (this.#path !== undefined) removeSocketPath(this.#path);
    this.#path = undefined;
  }

  // -------------------------------------------------------------------------------------------- inside

  async #start(): Promise<string> {
    if (this.#settings.socket === 'unix') this.#path = makeSocketPath();
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      if (this.#path === undefined) this.#server.listen(0, '127.0.0.1', resolve);
      else this.#server.listen({ path: this.#path, backlog: 4096 }, resolve);
    });
    this.#server.unref();
    if (this.#path !== undefined) chmodSync(this.#path, 0o600);
    return this.#path ?? String((this.#server.address() as AddressInfo | null)?.port);
  }

  #accept(socket: Socket): void {
    socket.on('error', () => {
      socket.destroy();
    });
    this.#unauthenticated.add(socket);
    const { clock, limits } = this.#settings;
    const stopTimer = clock.schedule(limits.headersTimeout, () => {
      this.#refuse(socket, 408, 'A socket has sent no token in time.');
    });
    socket.once('close', stopTimer);
    readToken(socket, (token) => {
      stopTimer();
      const target = token === undefined ? undefined : this.#targets.get(digest(token));
      if (target === undefined) this.#refuse(socket, 401, 'A socket has sent a wrong token.');
      else if (target.tunnels.size >= limits.connections)
        this.#refuse(socket, 503, 'Too many MCP connections are open.');
      else this.#connect(socket, target);
    });
  }

  #connect(socket: Socket, { open, tunnels }: Target): void {
    this.#unauthenticated.trust(socket);
    const tunnel = new Tunnel(socket, {
      limits: this.#settings.limits,
      open,
      onClosed: () => {
        tunnels.delete(tunnel);
      },
    });
    tunnels.add(tunnel);
    if (this.#isPaused) tunnel.pause();
  }

  #refuse(socket: Socket, status: number, reason: string): void {
    this.#settings.onReport({ kind: 'refused', status, reason });
    socket.destroy();
  }
}

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The file of the program; where this module runs from its source, the built one. */
const programPath = (): string =>
  import.meta.url.endsWith('.ts')
    ? fileURLToPath(new URL('../../../dist/node/stdio-program.js', import.meta.url))
    : createRequire(import.meta.url).resolve('@acp-stack/mcp/stdio-program');
