/**
 * Two ends of a remote connection, as the contract wants them: connected, and not open.
 *
 * A remote connection begins with `initialize`, so that is said before, and neither side sees it.
 */
import type { ConnectOptions } from '@acp-stack/http';
import type { Channel, Receiver } from '@acp-stack/rpc';
import { serveHttp, type ServeOptions } from '@acp-stack/http/server';
import { VirtualClock } from '@acp-stack/testing';

import { socketsAreQuiet } from '../support/quiet-sockets.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

/** Makes the client's end. */
export type Connect = (url: string, options?: ConnectOptions) => Channel;

export interface RemotePairs {
  open(): Promise<readonly [client: Channel, server: Channel]>;
  /** Two ends and a way between them that can be cut for good. */
  readonly openMortal: () => Promise<{
    readonly client: Channel;
    readonly server: Channel;
    readonly die: () => Promise<void>;
  }>;
  /** Ends everything that was opened. */
  readonly close: () => Promise<void>;
}

/** Longer than either side waits for the other to come back, and in how many steps that time passes. */
const longEnough = 600_000;
const steps = 6;

/** Pairs whose client is made by `connect`. */
export function remotePairs(connect: Connect): RemotePairs {
  const closers: (() => Promise<void>)[] = [];
  const open = async (
    options?: ServeOptions & ConnectOptions,
    through = (url: string): string | Promise<string> => url,
  ): Promise<readonly [client: Channel, server: Channel]> => {
    const accepted = deferred<Channel>();
    const app = {
      connect: (channel: Channel) => {
        accepted.resolve(channel);
        return { closed: new Promise<never>(() => undefined) };
      },
    };
    const serving = await serveHttp(app, { port: 0, ...options });
    const client = connect(await through(serving.url), options);
    closers.push(() => {
      // A client that is still there would let the server wait for it.
      client.destroy();
      return serving.close();
    });
    const introduced = introduce(client);
    const server = answer(await accepted.promise);
    return [await introduced, server];
  };
  return {
    open: () => open(),
    openMortal: async () => {
      const clock = new VirtualClock();
      let proxy: TcpProxy | undefined;
      const [client, server] = await open({ clock }, async (url) => {
        proxy = await TcpProxy.to(url);
        return proxy.through(url);
      });
      closers.push(async () => {
        await proxy?.[Symbol.asyncDispose]();
      });
      const die = async (): Promise<void> => {
        proxy?.lead('http://127.0.0.1:1/');
        proxy?.cut();
        for (let step = 0; step < steps; step += 1) {
          await socketsAreQuiet();
          await clock.advance(longEnough / steps);
        }
        await socketsAreQuiet();
      };
      return { client, server, die };
    },
    close: async () => {
      await Promise.all(closers.splice(0).map((close) => close()));
    },
  };
}

/** The client's end, once it is introduced. */
async function introduce(channel: Channel): Promise<Channel> {
  const { promise, resolve, reject } = deferred<void>();
  const end = new Introduced(channel, {
    receive: () => {
      resolve();
      return true;
    },
    ended: (error) => {
      reject(error ?? new Error('the connection ended'));
    },
  });
  channel.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } });
  await promise;
  return end;
}

/** The server's end; it answers the introduction. */
function answer(channel: Channel): Channel {
  return new Introduced(channel, {
    receive: () => {
      channel.send({ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } });
      return true;
    },
    ended: () => undefined,
  });
}

interface Introduction {
  /** Takes the first message; true when that was all. */
  readonly receive: () => boolean;
  readonly ended: (error: Error | undefined) => void;
}

/** A channel that was open before, and stands still until it is opened again. */
class Introduced implements Channel {
  readonly #channel: Channel;
  #receiver: Receiver | undefined;
  #isPaused = false;

  constructor(channel: Channel, introduction: Introduction) {
    this.#channel = channel;
    let isIntroduced = false;
    channel.open({
      receive: (message, text) => {
        if (isIntroduced) this.#receiver?.receive(message, text);
        else if (introduction.receive()) {
          isIntroduced = true;
          channel.pause();
        }
      },
      reject: (problem) => this.#receiver?.reject(problem),
      ended: (error) => {
        if (isIntroduced) this.#receiver?.ended(error);
        else introduction.ended(error);
      },
    });
  }

  open(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('the channel is already open');
    this.#receiver = receiver;
    if (!this.#isPaused) this.#channel.resume();
  }

  send(message: unknown, text?: string): boolean {
    return this.#channel.send(message, text);
  }

  drained(): Promise<void> {
    return this.#channel.drained();
  }

  get unsentBytes(): number {
    return this.#channel.unsentBytes;
  }

  pause(): void {
    this.#isPaused = true;
    this.#channel.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#channel.resume();
  }

  end(): Promise<void> {
    return this.#channel.end();
  }

  destroy(error?: Error): void {
    this.#channel.destroy(error);
  }
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

function deferred<T>(): Deferred<T> {
  let settle: Pick<Deferred<T>, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return {
    promise,
    resolve: (value) => settle?.resolve(value),
    reject: (error) => settle?.reject(error),
  };
}
