/**
 * Opens WebSockets to one address, with credentials and cookies.
 *
 * If the server refuses the token, a second attempt is made with a new one. A socket that does not open in time is
 * given up.
 */
import type { Clock } from '@acp-stack/rpc';

import { CookieJar } from '../connect/cookie-jar.ts';
import type { Credentials } from '../connect/credentials.ts';
import { closeError } from './socket-close.ts';
import type { OpenSocket, Socket, SocketClose, SocketEvents } from './socket.ts';
import { asTransportError, TransportError } from '../connect/transport-error.ts';

export interface SocketDialerOptions {
  /** Kept as a string, which takes much less memory than a URL. */
  readonly address: string;
  readonly openSocket: OpenSocket;
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** Milliseconds within which a socket must open. */
  readonly answerTimeout: number;
}

export interface DialEvents extends Pick<SocketEvents, 'text' | 'alive' | 'drained'> {
  opened(socket: Socket): void;
  /** The socket was never open. */
  failed(error: TransportError): void;
  /** The socket was open and has closed. */
  closed(close: SocketClose): void;
}

export class SocketDialer {
  readonly #options: SocketDialerOptions;
  #cookies: CookieJar | undefined;

  constructor(options: SocketDialerOptions) {
    this.#options = options;
  }

  /** Opens a socket; the returned function cancels while it is not open, and no events follow. */
  dial(events: DialEvents): () => void {
    const dial = new DialAttempt(this, this.#options, events);
    void dial.begin(false);
    return () => {
      dial.giveUp();
    };
  }

  /** Returns the `Cookie` header for `url`, if there is one. */
  cookiesFor(url: URL): { readonly cookie?: string } {
    const cookie = this.#cookies?.header(url);
    return cookie === undefined ? {} : { cookie };
  }

  /** Stores the cookies of a response. */
  keep(cookies: readonly string[]): void {
    const { address, clock } = this.#options;
    if (cookies.length === 0) return;
    this.#cookies ??= new CookieJar(clock);
    this.#cookies.store(cookies, new URL(address));
  }
}

type State =
  | { readonly kind: 'asking' | 'open' | 'over' }
  | { readonly kind: 'opening'; readonly socket: Socket; readonly stopTimer: () => void };

const asking: State = { kind: 'asking' };
const open: State = { kind: 'open' };
const over: State = { kind: 'over' };

/** One attempt to open a socket, or two if the token was refused. */
class DialAttempt implements SocketEvents {
  readonly #dialer: SocketDialer;
  readonly #options: SocketDialerOptions;
  readonly #events: DialEvents;
  #state: State = asking;
  /** The token that was sent. */
  #token: string | undefined;
  /** Whether `#token` replaces one that was refused. */
  #hasRenewed = false;
  #isTimedOut = false;

  constructor(dialer: SocketDialer, options: SocketDialerOptions, events: DialEvents) {
    this.#dialer = dialer;
    this.#options = options;
    this.#events = events;
  }

  async begin(hasRenewed: boolean): Promise<void> {
    this.#state = asking;
    this.#hasRenewed = hasRenewed;
    try {
      const { headers, token } = await this.#options.credentials.identify();
      this.#token = token;
      if (this.#is('asking')) this.#open(headers);
    } catch (error) {
      this.#fail(asTransportError(error));
    }
  }

  giveUp(): void {
    const state = this.#state;
    this.#state = over;
    if (state.kind !== 'opening') return;
    state.stopTimer();
    state.socket.abort();
  }

  opened(): void {
    if (this.#state.kind !== 'opening') return;
    const { socket, stopTimer } = this.#state;
    stopTimer();
    this.#state = open;
    this.#events.opened(socket);
  }

  cookies(lines: readonly string[]): void {
    this.#dialer.keep(lines);
  }

  text(text: string): void {
    this.#events.text(text);
  }

  alive(): void {
    this.#events.alive();
  }

  drained(): void {
    this.#events.drained();
  }

  closed(close: SocketClose): void {
    if (this.#isTimedOut) this.#fail(new TransportError('unreachable', this.#timeoutMessage()));
    else void this.#closed(close);
  }

  #open(own: Readonly<Record<string, string>>): void {
    const { address, openSocket, clock, answerTimeout } = this.#options;
    const url = new URL(address);
    const socket = openSocket(url, { ...own, ...this.#dialer.cookiesFor(url) }, this);
    const stopTimer = clock.schedule(answerTimeout, () => {
      this.#isTimedOut = true;
      socket.abort();
    });
    this.#state = { kind: 'opening', socket, stopTimer };
  }

  async #closed(close: SocketClose): Promise<void> {
    const state = this.#state;
    if (state.kind === 'open') {
      this.#state = over;
      this.#events.closed(close);
      return;
    }
    if (state.kind !== 'opening') return;
    state.stopTimer();
    if (close.status === 401 && !this.#hasRenewed) {
      this.#state = asking;
      const isWorthIt = await this.#options.credentials.renew(this.#token).catch(() => false);
      if (!this.#is('asking')) return;
      if (isWorthIt) {
        await this.begin(true);
        return;
      }
    }
    this.#fail(closeError(close, this.#origin));
  }

  #fail(error: TransportError): void {
    const state = this.#state;
    if (state.kind === 'over') return;
    if (state.kind === 'opening') state.stopTimer();
    this.#state = over;
    this.#events.failed(error);
  }

  get #origin(): string {
    return new URL(this.#options.address).origin;
  }

  #timeoutMessage(): string {
    return `${this.#origin} did not respond within ${this.#options.answerTimeout} ms.`;
  }

  /** A method, because the compiler would narrow the field across an await. */
  #is(kind: State['kind']): boolean {
    return this.#state.kind === kind;
  }
}
