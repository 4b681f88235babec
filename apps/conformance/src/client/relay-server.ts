/** Where the relays of one run connect: a socket in a private folder, and the relay program beside it. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PeerEnded } from '../conversation/failure.ts';
import { LineSplitter } from '../wire/line-splitter.ts';
import type { Wire, WireReceiver } from '../wire/wire.ts';
import { relayProgram } from './relay-program.ts';

interface Waiter {
  readonly receiver: WireReceiver;
  readonly resolve: (wire: Wire) => void;
  readonly reject: (error: Error) => void;
}

export class RelayServer {
  /** The file that starts a relay. */
  readonly program: string;
  readonly #folder: string;
  readonly #server: Server;
  readonly #arrived: Socket[] = [];
  readonly #waiting: Waiter[] = [];
  readonly #open = new Set<Socket>();
  #over: string | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
    this.program = join(folder, 'agent.cjs');
    this.#server = createServer((socket) => this.#arrive(socket));
  }

  /** Listens in a new folder; stubborn relays go on when their input is closed. */
  static async start({ isStubborn = false }: { readonly isStubborn?: boolean | undefined } = {}): Promise<RelayServer> {
    const server = new RelayServer(mkdtempSync(join(tmpdir(), 'acp-relay-')));
    const path = addressIn(server.#folder);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject);
      server.#server.listen(path, resolve);
    });
    writeFileSync(server.program, relayProgram(path, isStubborn));
    chmodSync(server.program, 0o700);
    return server;
  }

  /** Waits for the next relay. */
  connect(receiver: WireReceiver): Promise<Wire> {
    const socket = this.#arrived.shift();
    if (socket !== undefined) return Promise.resolve(wireOf(socket, receiver));
    if (this.#over !== undefined) return Promise.reject(gone(this.#over));
    return new Promise((resolve, reject) => void this.#waiting.push({ receiver, resolve, reject }));
  }

  /** The client has ended: no relay will come any more. */
  over(reason: string): void {
    this.#over ??= reason;
    for (const { reject } of this.#waiting.splice(0)) reject(gone(reason));
  }

  /** Closes everything and removes the folder. */
  close(): void {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #arrive(socket: Socket): void {
    // What arrives before a scenario waits for it stays in the socket.
    socket.pause();
    socket.on('error', () => undefined);
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    const waiter = this.#waiting.shift();
    if (waiter === undefined) this.#arrived.push(socket);
    else waiter.resolve(wireOf(socket, waiter.receiver));
  }
}

/** What programs say that do not find a file: the client runs in a folder of its own. */
const isLost = /cannot find|no such file|can't open|not found|ENOENT/iu;
const hint = '; name its files by absolute paths, because it runs in a folder of its own';

const gone = (reason: string): PeerEnded =>
  new PeerEnded(`It ended without starting the agent: ${reason}${isLost.test(reason) ? hint : ''}.`);

const addressIn = (folder: string): string =>
  process.platform === 'win32' ? `\\\\.\\pipe\\${folder.replaceAll(/[\\:]/gu, '-')}` : join(folder, 's');

function wireOf(socket: Socket, receiver: WireReceiver): Wire {
  const lines = new LineSplitter((line) => receiver.text(line));
  socket.on('data', (bytes: Buffer) => lines.push(bytes));
  socket.once('end', () => lines.end());
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      receiver.ended('it closed the input of the agent');
      resolve();
    });
  });
  socket.once('end', () => socket.end());
  socket.resume();
  return {
    send: (text) => void socket.write(`${text}\n`),
    sendBytes: (bytes) => void socket.write(bytes),
    close: () => {
      socket.destroy();
      return closed;
    },
  };
}
