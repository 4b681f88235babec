/**
 * A proxy between a client and a server on loopback: it cuts, delays and holds up connections.
 *
 * It passes bytes on as they come, or one by one, and reads no faster than the other side takes them.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A client's connection and the one to the server behind it. */
interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

export class TcpProxy implements AsyncDisposable {
  readonly #server: Server;
  #target: URL;
  readonly #pairs = new Set<Pair>();
  /** Bytes that still pass to clients before everything is cut. */
  #left = Number.POSITIVE_INFINITY;
  #cuts = 0;
  #isDripping = false;
  #delay = 0;
  /** Clients that connected while everything is held up. */
  #waiting: Socket[] | undefined;
  #isDropping = false;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => {
      if (this.#waiting === undefined) this.#connect(client);
      else this.#waiting.push(client.on('error', () => undefined));
    });
  }

  /** Listens, and passes everything on to the server of `url`. */
  static async to(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** `url` as it is reached through the proxy. */
  through(url: string): string {
    const address = new URL(url);
    address.port = String((this.#server.address() as AddressInfo).port);
    return address.href;
  }

  /** Leads new connections to the server of `url`. */
  lead(url: string): void {
    this.#target = new URL(url);
  }

  /** How often connections were cut. */
  get cuts(): number {
    return this.#cuts;
  }

  /** Passes bytes on one by one from now on, or no more. */
  drip(isDripping = true): void {
    this.#isDripping = isDripping;
  }

  /** Passes everything on that many milliseconds later from now on. */
  delay(ms: number): void {
    this.#delay = ms;
  }

  /** Holds everything up, also new connections, as a network that is partitioned does; nothing is lost. */
  hold(): void {
    this.#waiting ??= [];
    for (const { client, server } of this.#pairs) {
      client.pause();
      server.pause();
    }
  }

  /** Passes on what was held up. */
  release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const { client, server } of this.#pairs) {
      client.resume();
      server.resume();
    }
    for (const client of waiting) if (!client.destroyed) this.#connect(client);
  }

  /** Passes nothing on to clients any more, until `cut`; what clients send arrives. */
  dropReplies(): void {
    this.#isDropping = true;
  }

  /** Cuts every connection. */
  cut(): void {
    this.#cuts += 1;
    this.#isDropping = false;
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
    this.#pairs.clear();
  }

  /** Cuts every connection when `bytes` more have passed to clients; what comes after that is passed again. */
  cutAfter(bytes: number): void {
    this.#left = bytes;
  }

  /** Lets the connections of this moment stand, and passes nothing on any more; new ones work. */
  freeze(): void {
    for (const { client, server } of this.#pairs) {
      client.removeAllListeners('data').resume();
      server.removeAllListeners('data').resume();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#waiting ?? []) client.destroy();
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #connect(client: Socket): void {
    this.#join(client, connect(Number(this.#target.port), this.#target.hostname));
  }

  #join(client: Socket, server: Socket): void {
    const pair = { client, server };
    this.#pairs.add(pair);
    this.#pass(client, server, false);
    this.#pass(server, client, true);
    for (const socket of [client, server]) {
      // The proxy adds no waiting of its own.
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        server.destroy();
        this.#pairs.delete(pair);
      });
    }
  }

  #resume(socket: Socket): void {
    if (this.#waiting === undefined) socket.resume();
  }

  #pass(from: Socket, to: Socket, isToClient: boolean): void {
    /** What is passed on later; nothing overtakes it. */
    const delayed: Buffer[] = [];
    const passNext = (): void => {
      const next = delayed.shift();
      if (next !== undefined) to.write(next);
    };
    const dripped = new DrippedBytes(to, () => {
      this.#resume(from);
    });
    from.on('data', (chunk: Buffer) => {
      if (isToClient && this.#isDropping) return;
      if (this.#delay > 0 || delayed.length > 0) {
        delayed.push(chunk);
        setTimeout(passNext, this.#delay);
        return;
      }
      if (this.#isDripping || dripped.isUnderWay) {
        from.pause();
        dripped.add(chunk);
        return;
      }
      const part = isToClient && chunk.length > this.#left ? chunk.subarray(0, this.#left) : chunk;
      if (!to.write(part)) {
        from.pause();
        to.once('drain', () => {
          if (!dripped.isUnderWay) this.#resume(from);
        });
      }
      if (!isToClient) return;
      this.#left -= part.length;
      if (this.#left > 0) return;
      this.#left = Number.POSITIVE_INFINITY;
      // What was passed must arrive before the end does.
      to.end();
      setImmediate(() => {
        this.cut();
      });
    });
    from.on('end', () => {
      while (delayed.length > 0) passNext();
      to.end();
    });
  }
}

/** Bytes of which every one arrives by itself; what is added meanwhile follows them. */
class DrippedBytes {
  readonly #to: Socket;
  readonly #onDone: () => void;
  readonly #chunks: Buffer[] = [];

  constructor(to: Socket, onDone: () => void) {
    this.#to = to;
    this.#onDone = onDone;
  }

  get isUnderWay(): boolean {
    return this.#chunks.length > 0;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    if (this.#chunks.length === 1) this.#drip(chunk);
  }

  #drip(chunk: Buffer): void {
    if (chunk.length > 0) {
      this.#to.write(chunk.subarray(0, 1), () => setImmediate(() => this.#drip(chunk.subarray(1))));
      return;
    }
    this.#chunks.shift();
    const [next] = this.#chunks;
    if (next !== undefined) this.#drip(next);
    else this.#onDone();
  }
}
