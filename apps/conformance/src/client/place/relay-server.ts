/** Where the relays of one run connect: a socket in a private folder, and the relay program beside it. */
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LineSplitter } from '../../wire/line-splitter.ts';
import type { Wire, WireReceiver } from '../../wire/wire.ts';
import type { AgentPlace, PlaceOptions } from './agent-place.ts';
import { Arrivals, goneSentence } from './arrivals.ts';
import { folderForSockets, relayAddress } from './relay-address.ts';
import { relayProgram, relayStarter } from './relay-program.ts';
import type { SeenRequest } from './seen-request.ts';

export class RelayServer implements AgentPlace {
  readonly seen: readonly SeenRequest[] = [];
  /** The command that starts a relay: one word where a file can be started, so that a client can take it as either. */
  readonly words: readonly string[];
  readonly #folder: string;
  readonly #server: Server;
  readonly #arrivals = new Arrivals();
  readonly #open = new Set<Socket>();

  private constructor(folder: string, words: readonly string[]) {
    this.#folder = folder;
    this.words = words;
    this.#server = createServer((socket) => this.#arrive(socket));
  }

  /** Listens in a new folder; stubborn relays go on when their input is closed. */
  static async start({ isStubborn = false }: PlaceOptions = {}): Promise<RelayServer> {
    const folder = mkdtempSync(join(folderForSockets(tmpdir()), 'acp-relay-'));
    const path = relayAddress(folder);
    const server = new RelayServer(folder, writeRelay(folder, relayProgram(path, isStubborn)));
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject);
      server.#server.listen(path, resolve);
    });
    return server;
  }

  /** Waits for the next relay. */
  connect(receiver: WireReceiver): Promise<Wire> {
    return this.#arrivals.connect(receiver);
  }

  over(reason: string): void {
    this.#arrivals.over(goneSentence('starting', reason));
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
    this.#arrivals.arrive((receiver) => wireOf(socket, receiver));
  }
}

/** Writes the relay into its folder, and returns the command that starts it. */
function writeRelay(folder: string, text: string): readonly string[] {
  const program = join(folder, 'agent.cjs');
  writeFileSync(program, text, { mode: 0o600 });
  const inWords = [process.execPath, program];
  if (process.platform === 'win32') return inWords;
  const starter = join(folder, 'agent');
  writeFileSync(starter, relayStarter(inWords), { mode: 0o700 });
  try {
    accessSync(starter, constants.X_OK);
    return [starter];
  } catch {
    // The folder is mounted so that nothing in it can be started.
    return inWords;
  }
}

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
