/**
 * One stdio program that an agent has started, on its socket: an MCP connection to the provider.
 *
 * Lines are MCP messages, both ways. If the program ends its input, its requests are still answered; if it was killed,
 * they are cancelled.
 */
import type { Socket } from 'node:net';

import {
  lineChannel,
  problemResponse,
  rpcCodes,
  type ByteSink,
  type ByteSource,
  type Channel,
  type ChannelProblem,
  type Receiver,
} from '@acp-stack/rpc';

import type { McpMessage } from '../../transport/mcp-transport.ts';
import type { OpenConnection } from '../endpoint/endpoint.ts';
import type { McpBridgeLimits } from '../settings/options.ts';
import type { AgentEnd, McpConnection } from '../provider/mcp-connection.ts';
import { endOfInput } from './tunnel-end.ts';

export interface TunnelOptions {
  readonly limits: McpBridgeLimits;
  readonly open: OpenConnection;
  /** The socket is closed. */
  readonly onClosed: () => void;
}

export class Tunnel implements AgentEnd, Receiver {
  readonly #socket: Socket;
  readonly #limits: McpBridgeLimits;
  readonly #source: TunnelSource;
  readonly #channel: Channel;
  readonly #connection: McpConnection;

  constructor(socket: Socket, { limits, open, onClosed }: TunnelOptions) {
    this.#socket = socket;
    this.#limits = limits;
    this.#source = new TunnelSource(socket);
    this.#channel = lineChannel(this.#source, sinkOf(socket), { messageBytes: limits.messageBytes });
    this.#connection = open(this);
    socket.once('close', () => {
      this.#connection.close();
      onClosed();
    });
    this.#channel.open(this);
  }

  pause(): void {
    this.#channel.pause();
  }

  resume(): void {
    this.#channel.resume();
  }

  close(): void {
    this.#connection.close();
  }

  // -------------------------------------------------------------------------------------------- from the program

  receive(message: unknown): void {
    for (const each of Array.isArray(message) ? (message as unknown[]) : [message])
      if (typeof each === 'object' && each !== null) this.#connection.receive(each as McpMessage);
  }

  reject(problem: ChannelProblem): void {
    this.#send(problemResponse(problem));
  }

  ended(): void {
    if (this.#source.isInputOver) this.#connection.finish();
    else this.#connection.close();
  }

  // -------------------------------------------------------------------------------------------- from the provider

  deliver(message: McpMessage): void {
    this.#send(message);
    if (this.#channel.unsentBytes > this.#limits.unsentBytes) this.#socket.destroy();
  }

  closed(): void {
    // What was taken is written first; a program that does not read must not hold the socket.
    void this.#channel.end().then(() => this.#socket.destroy());
    if (this.#channel.unsentBytes === 0) this.#socket.resume();
  }

  #send(message: object): void {
    try {
      this.#channel.send(message);
    } catch (error) {
      const { id, method } = message as McpMessage;
      if (id === undefined || method !== undefined || this.#socket.destroyed) return;
      // A response that is too long.
      const { message: words } = error as Error;
      this.#send({ jsonrpc: '2.0', id, error: { code: rpcCodes.internalError, message: words.slice(0, 1000) } });
    }
  }
}

/** The bytes of the socket, without the character that ends the input. */
class TunnelSource implements ByteSource {
  readonly #socket: Socket;
  isInputOver = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  start(onData: (chunk: Uint8Array) => void, onEnd: (error?: Error) => void): void {
    let hasEnded = false;
    const end = (error?: Error): void => {
      if (hasEnded) return;
      hasEnded = true;
      onEnd(error);
    };
    this.#socket.on('data', (chunk: Uint8Array) => {
      this.isInputOver = chunk.at(-1) === endOfInput.codePointAt(0);
      onData(this.isInputOver ? chunk.subarray(0, -1) : chunk);
    });
    this.#socket.once('end', () => {
      end();
    });
    this.#socket.once('error', end);
    this.#socket.once('close', () => {
      end();
    });
    // It was paused after the token.
    this.#socket.resume();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }
}

const sinkOf = (socket: Socket): ByteSink => ({
  write: (text, onTaken) => {
    socket.write(text, (error) => {
      onTaken(error ?? undefined);
    });
  },
  end: () =>
    new Promise((resolve) => {
      if (socket.destroyed) {
        resolve();
        return;
      }
      socket.once('close', resolve);
      socket.end(resolve);
    }),
  destroy: () => {
    socket.destroy();
  },
});
