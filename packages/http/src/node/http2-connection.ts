/**
 * One HTTP/2 connection to a server, or the knowledge that it speaks only HTTP/1.1.
 *
 * A server that speaks HTTP/2 starts with a SETTINGS frame; callers wait for it. When all callers have given up, so
 * does the attempt.
 */
import { connect, type ClientHttp2Session } from 'node:http2';
import type { ConnectionOptions } from 'node:tls';

export interface Http2ConnectionOptions {
  /** Certificates and trusted authorities. */
  readonly tls: Pick<
    ConnectionOptions,
    'ca' | 'cert' | 'key' | 'passphrase' | 'pfx' | 'servername' | 'rejectUnauthorized'
  >;
  /** Called when the connection takes no more requests, or the server does not speak HTTP/2. */
  readonly onClosed: () => void;
}

/** Flow-control windows of one stream and of the connection, in bytes; the default of 64 KiB halves the throughput. */
const streamWindow = 1024 * 1024;
const connectionWindow = 16 * streamWindow;
/** Milliseconds after which a connection without requests is closed. */
const idleTime = 10_000;
/** Milliseconds between pings, and within which one must be answered. */
const pingEvery = 30_000;

export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #found: Promise<ClientHttp2Session | 'http1'>;
  #waiting = 0;
  #requests = 0;
  /** The server's limit for concurrent streams; further requests would wait behind streams that stay open. */
  #maxStreams = Infinity;
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
      // With TLS 1.3 the server may refuse the handshake after it succeeded here; Node then destroys the session but
      // leaves its socket open.
      socket.once('error', () => {
        socket.destroy();
      });
    });
    this.#found = new Promise((resolve, reject) => {
      session.on('remoteSettings', ({ maxConcurrentStreams = 0 }) => {
        // A server that allows no streams at the moment would allow none on another connection either.
        this.#maxStreams = maxConcurrentStreams === 0 ? Infinity : maxConcurrentStreams;
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
    // Each caller gets the rejection; without callers it must not be unhandled.
    this.#found.catch(() => undefined);
  }

  /** The HTTP/2 session, while it can be used. */
  get session(): ClientHttp2Session | undefined {
    return this.#isFound && !this.isClosed ? this.#session : undefined;
  }

  /** Requests that are open, or wait for the connection. */
  get load(): number {
    return this.#requests + this.#waiting;
  }

  /** Whether the server would handle one more request at once. */
  get hasRoom(): boolean {
    return this.load < this.#maxStreams;
  }

  /** A request starts. The process is kept alive while there is one. */
  begin(): void {
    this.#requests += 1;
    if (this.#requests > 1 || this.#session.destroyed) return;
    this.#session.ref();
    this.#session.setTimeout(0, this.#leave);
  }

  /** A request is finished. */
  finish(): void {
    this.#requests -= 1;
    if (this.#requests > 0 || this.#session.destroyed) return;
    this.#session.unref();
    this.#session.setTimeout(idleTime, this.#leave);
  }

  /** Closes an idle connection; bound, because it is also the key of the timeout listener. */
  readonly #leave = (): void => {
    if (this.#requests === 0) this.#session.close();
  };

  /** Whether the connection takes no more requests. */
  get isClosed(): boolean {
    return this.#session.closed || this.#session.destroyed;
  }

  /** Resolves when the server has shown what it speaks; rejects if it cannot be reached, or `signal` aborts. */
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
        if (this.#waiting === 0 && !this.#isFound) this.#session.destroy(new Error('All requests were cancelled.'));
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

/**
 * How a server without HTTP/2 fails: it closes the connection, sends something else, or has no protocol in common in
 * TLS.
 */
const otherProtocol = /^(?:ECONNRESET|ERR_HTTP2_.+|ERR_SSL_.+_NO_APPLICATION_PROTOCOL)$/u;

/** Whether the server is there and does not speak HTTP/2. */
function speaksSomethingElse(failure: NodeJS.ErrnoException | undefined): boolean {
  return failure === undefined || otherProtocol.test(failure.code ?? '');
}

/** Destroys the session if a ping is not answered. */
function keepAlive(session: ClientHttp2Session): void {
  let isAnswered = true;
  const timer = setInterval(() => {
    // It is told to be closed a while after it was destroyed, and a ping would throw.
    if (session.destroyed) return;
    if (!isAnswered) {
      session.destroy(new Error('The server does not respond to pings.'));
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
  // The session keeps the process alive only while a request is open.
  session.unref();
}
