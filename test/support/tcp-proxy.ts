/**
 * A proxy between a client and a server on loopback: it cuts, delays, slows down, holds up and loses connections.
 *
 * It passes bytes on as they come, one by one, or so many each second, and reads no faster than the other side takes them.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A client's connection and the one to the server behind it. */
interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Nothing passes any more, neither bytes nor the end of one of the two. */
  isLost: boolean;
}

/** How bytes pass: so many together, and after how many milliseconds the next ones. */
interface Pace {
  readonly bytes: number;
  readonly interval: number;
}

const oneByOne: Pace = { bytes: 1, interval: 0 };
/** How often a second a throttled connection passes bytes on. */
const steps = 20;

export class TcpProxy implements AsyncDisposable {
  readonly #server: Server;
  #target: URL;
  readonly #pairs = new Set<Pair>();
  /** Bytes that still pass to clients before everything is cut. */
  #left = Number.POSITIVE_INFINITY;
  #cuts = 0;
  #pace: Pace | undefined;
  #delay = 0;
  /** Clients that connected while everything is held up. */
  #waiting: Socket[] | undefined;
  #isDropping = false;
  #isBlackHole = false;
  /** Clients that connected while everything is lost. */
  readonly #stranded = new Set<Socket>();

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => {
      if (this.#isBlackHole) this.#strand(client);
      else if (this.#waiting === undefined) this.#connect(client);
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
    this.#pace = isDripping ? oneByOne : undefined;
  }

  /** Passes on at most that many bytes a second over each connection and in each direction, or as many as come. */
  throttle(bytesPerSecond = Number.POSITIVE_INFINITY): void {
    const isLimited = Number.isFinite(bytesPerSecond);
    this.#pace = isLimited ? { bytes: Math.ceil(bytesPerSecond / steps), interval: 1000 / steps } : undefined;
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

  /**
   * Loses everything, also on new connections, until `release`. No side learns of it, nor that the other one has closed
   * its end: the connections of this time stay half-open after that too.
   */
  blackHole(): void {
    this.#isBlackHole = true;
    for (const pair of this.#pairs) pair.isLost = true;
    this.freeze();
  }

  /** Passes on what was held up; what was lost stays lost. */
  release(): void {
    this.#isBlackHole = false;
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
    for (const client of [...(this.#waiting ?? []), ...this.#stranded]) client.destroy();
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #connect(client: Socket): void {
    this.#join(client, connect(Number(this.#target.port), this.#target.hostname));
  }

  #strand(client: Socket): void {
    this.#stranded.add(client);
    client.on('error', () => undefined).on('close', () => this.#stranded.delete(client));
    client.resume();
  }

  #join(client: Socket, server: Socket): void {
    const pair: Pair = { client, server, isLost: false };
    this.#pairs.add(pair);
    this.#pass(pair, false);
    this.#pass(pair, true);
    for (const socket of [client, server]) {
      // The proxy adds no waiting of its own.
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (pair.isLost && !(client.destroyed && server.destroyed)) return;
        client.destroy();
        server.destroy();
        this.#pairs.delete(pair);
      });
    }
  }

  #resume(socket: Socket): void {
    if (this.#waiting === undefined) socket.resume();
  }

  #pass(pair: Pair, isToClient: boolean): void {
    const [from, to] = isToClient ? [pair.server, pair.client] : [pair.client, pair.server];
    /** What is passed on later; nothing overtakes it. */
    const delayed: Buffer[] = [];
    const passNext = (): void => {
      const next = delayed.shift();
      if (next !== undefined && !pair.isLost) to.write(next);
    };
    const paced = new PacedBytes(to, {
      pace: () => (pair.isLost ? undefined : this.#pace),
      isLost: () => pair.isLost,
      onDone: () => {
        this.#resume(from);
      },
    });
    from.on('data', (chunk: Buffer) => {
      if (isToClient && this.#isDropping) return;
      if (this.#delay > 0 || delayed.length > 0) {
        delayed.push(chunk);
        setTimeout(passNext, this.#delay);
        return;
      }
      if (this.#pace !== undefined || paced.isUnderWay) {
        from.pause();
        paced.add(chunk);
        return;
      }
      const part = isToClient && chunk.length > this.#left ? chunk.subarray(0, this.#left) : chunk;
      if (!to.write(part)) {
        from.pause();
        to.once('drain', () => {
          if (!paced.isUnderWay) this.#resume(from);
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
      if (!pair.isLost) to.end();
    });
  }
}

interface PacedOptions {
  /** Undefined if the rest passes at once. */
  readonly pace: () => Pace | undefined;
  readonly isLost: () => boolean;
  readonly onDone: () => void;
}

/** Bytes that pass at a pace; what is added meanwhile follows them. */
class PacedBytes {
  readonly #to: Socket;
  readonly #options: PacedOptions;
  readonly #chunks: Buffer[] = [];

  constructor(to: Socket, options: PacedOptions) {
    this.#to = to;
    this.#options = options;
  }

  get isUnderWay(): boolean {
    return this.#chunks.length > 0;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    if (this.#chunks.length === 1) this.#pass(chunk);
  }

  #pass(chunk: Buffer): void {
    const { pace, isLost, onDone } = this.#options;
    if (chunk.length > 0 && !isLost()) {
      const { bytes, interval } = pace() ?? { bytes: chunk.length, interval: 0 };
      const next = (): void => {
        this.#pass(chunk.subarray(bytes));
      };
      this.#to.write(chunk.subarray(0, bytes), () => {
        if (interval === 0) setImmediate(next);
        else setTimeout(next, interval);
      });
      return;
    }
    this.#chunks.shift();
    const [next] = this.#chunks;
    if (next !== undefined) this.#pass(next);
    else onDone();
  }
}
