/**
 * The way to one server: over HTTP/2, or not.
 *
 * It is found by connecting: a server that speaks HTTP/2 begins with its settings. Whoever waits for that may give up; when nobody
 * waits any more, the attempt is given up too.
 */
import { connect, type ClientHttp2Session } from 'node:http2';
import type { ConnectionOptions } from 'node:tls';

export interface Http2ConnectionOptions {
  /** Certificates, and whom to trust. */
  readonly tls: Pick<
    ConnectionOptions,
    'ca' | 'cert' | 'key' | 'passphrase' | 'pfx' | 'servername' | 'rejectUnauthorized'
  >;
  /** The way leads nowhere any more, or not over HTTP/2. */
  readonly onClosed: () => void;
}

/** Bytes that a server may send ahead on one stream, and on all of them together: the default of 64 KiB halves the speed. */
const streamWindow = 1024 * 1024;
const connectionWindow = 16 * streamWindow;
/** Milliseconds until a connection without requests is closed. */
const idleTime = 10_000;
/** Milliseconds between pings, and until one must be answered. */
const pingEvery = 30_000;

export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #found: Promise<ClientHttp2Session | 'http1'>;
  #waiting = 0;
  #requests = 0;
  /** Requests that the server handles at once; more would wait, behind streams that stay open. */
  #most = Infinity;
  #isFound = false;

  constructor(origin: string, { tls, onClosed }: Http2ConnectionOptions) {
    const session = connect(origin, {
      ...tls,
      settings: { enablePush: false, initialWindowSize: streamWindow },
      maxSessionMemory: 64,
    });
    this.#session = session;
    let failure: NodeJS.ErrnoException | undefined;
    session.on('error', (error: NodeJS.ErrnoException) => {
      failure = error;
    });
    session.once('connect', (_session, socket) => {
      // A handshake of TLS 1.3 may be refused after it has succeeded here; Node then destroys the session, and leaves its socket open.
      socket.once('error', () => {
        socket.destroy();
      });
    });
    this.#found = new Promise((resolve, reject) => {
      session.on('remoteSettings', ({ maxConcurrentStreams = 0 }) => {
        // A server that takes none for now would take none on another connection either.
        this.#most = maxConcurrentStreams === 0 ? Infinity : maxConcurrentStreams;
      });
      session.once('remoteSettings', () => {
        this.#isFound = true;
        session.setLocalWindowSize(connectionWindow);
        keepAlive(session);
        resolve(session);
      });
      session.once('goaway', onClosed);
      session.once('close', () => {
        onClosed();
        if (this.#isFound) return;
        if (speaksSomethingElse(failure)) resolve('http1');
        else reject(failure ?? new Error('The server closed the connection.'));
      });
    });
    // Whoever waits is told; when all have given up, nobody is.
    this.#found.catch(() => undefined);
  }

  /** The connection, once it is found and as long as it can be used. */
  get session(): ClientHttp2Session | undefined {
    return this.#isFound && !this.isClosed ? this.#session : undefined;
  }

  /** Requests that are open, or wait for the way to be found. */
  get load(): number {
    return this.#requests + this.#waiting;
  }

  /** Whether one more request would be handled at once. */
  get hasRoom(): boolean {
    return this.load < this.#most;
  }

  /** A request begins: as long as there is one, the program is kept alive. */
  begin(): void {
    this.#requests += 1;
    if (this.#requests > 1 || this.#session.destroyed) return;
    this.#session.ref();
    this.#session.setTimeout(0, this.#leave);
  }

  /** A request is over. */
  finish(): void {
    this.#requests -= 1;
    if (this.#requests > 0 || this.#session.destroyed) return;
    this.#session.unref();
    this.#session.setTimeout(idleTime, this.#leave);
  }

  /** Nobody has needed the way for a while; bound, because the session knows it by this name. */
  readonly #leave = (): void => {
    if (this.#requests === 0) this.#session.close();
  };

  /** Whether it leads nowhere any more. */
  get isClosed(): boolean {
    return this.#session.closed || this.#session.destroyed;
  }

  /** Resolves when the way is found; rejects when there is none, and when `signal` gives up. */
  find(signal: AbortSignal): Promise<ClientHttp2Session | 'http1'> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (this.#isFound) return this.#found;
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener('abort', giveUp);
        this.#waiting -= 1;
      };
      const giveUp = (): void => {
        leave();
        reject(signal.reason as Error);
        if (this.#waiting === 0 && !this.#isFound) this.#session.destroy(new Error('Nobody waits any more.'));
      };
      signal.addEventListener('abort', giveUp);
      this.#found.then(
        (connection) => {
          leave();
          resolve(connection);
        },
        (error: unknown) => {
          leave();
          reject(error);
        },
      );
    });
  }
}

/** What somebody says who does not speak HTTP/2: nothing, something that is no HTTP/2, or in TLS that there is no protocol in common. */
const otherProtocol = /^(?:ECONNRESET|ERR_HTTP2_.+|ERR_SSL_.+_NO_APPLICATION_PROTOCOL)$/u;

/** Whether somebody answered, and not in HTTP/2. */
function speaksSomethingElse(failure: NodeJS.ErrnoException | undefined): boolean {
  return failure === undefined || otherProtocol.test(failure.code ?? '');
}

/** Notices a server that is gone without a word. */
function keepAlive(session: ClientHttp2Session): void {
  let isAnswered = true;
  const timer = setInterval(() => {
    if (!isAnswered) {
      session.destroy(new Error('The server does not answer pings.'));
      return;
    }
    isAnswered = false;
    session.ping(() => {
      isAnswered = true;
    });
  }, pingEvery);
  timer.unref();
  session.once('close', () => {
    clearInterval(timer);
  });
  // Set only while no request is open; a request takes it away.
  session.unref();
}
