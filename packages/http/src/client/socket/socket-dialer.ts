/**
 * Opens WebSockets to one address, with credentials and cookies.
 *
 * A socket that is refused for its token is asked for once more with a new one, and one that does not open in time is given up.
 */
import type { Clock } from '@acp-stack/rpc';

import { CookieJar } from '../connect/cookie-jar.ts';
import type { Credentials } from '../connect/credentials.ts';
import { closeError } from './socket-close.ts';
import type { OpenSocket, Socket, SocketClose, SocketEvents } from './socket.ts';
import { asTransportError, TransportError } from '../connect/transport-error.ts';

export interface SocketDialerOptions {
  /** As text, which is much less than what can be read in it. */
  readonly address: string;
  readonly openSocket: OpenSocket;
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** Milliseconds until a socket must be open. */
  readonly answerTimeout: number;
}

export interface DialEvents extends Pick<SocketEvents, 'text' | 'alive' | 'drained'> {
  opened(socket: Socket): void;
  /** The socket was never open. */
  failed(error: TransportError): void;
  /** The socket was open, and is not any more. */
  closed(close: SocketClose): void;
}

export class SocketDialer {
  readonly #options: SocketDialerOptions;
  #cookies: CookieJar | undefined;

  constructor(options: SocketDialerOptions) {
    this.#options = options;
  }

  /** Opens a socket; the answer gives up while it is not open, and nothing is told any more then. */
  dial(events: DialEvents): () => void {
    const dial = new DialAttempt(this, this.#options, events);
    void dial.begin(false);
    return () => {
      dial.giveUp();
    };
  }

  /** The header that returns what was kept for `url`, where there is something. */
  cookiesFor(url: URL): { readonly cookie?: string } {
    const cookie = this.#cookies?.header(url);
    return cookie === undefined ? {} : { cookie };
  }

  /** Keeps the cookies of an answer. */
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

/** One socket, or two where the first was refused for its token. */
class DialAttempt implements SocketEvents {
  readonly #dialer: SocketDialer;
  readonly #options: SocketDialerOptions;
  readonly #events: DialEvents;
  #state: State = asking;
  /** What the server was told about us. */
  #token: string | undefined;
  /** The token took the place of one that was refused. */
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
    return `${this.#origin} did not answer within ${this.#options.answerTimeout} ms.`;
  }

  /** A method, so that the compiler does not take the answer for granted across a wait. */
  #is(kind: State['kind']): boolean {
    return this.#state.kind === kind;
  }
}
