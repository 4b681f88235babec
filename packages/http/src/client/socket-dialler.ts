/**
 * Opens WebSockets to one address, with credentials and cookies.
 *
 * A socket that is refused for its token is asked for once more with a new one, and one that does not open in time is given up.
 */
import type { Clock } from '@acp-stack/rpc';

import type { CookieJar } from './cookie-jar.ts';
import type { Credentials } from './credentials.ts';
import { closeError } from './socket-close.ts';
import type { OpenSocket, Socket, SocketClose, SocketEvents } from './socket.ts';
import { asTransportError, TransportError } from './transport-error.ts';

export interface SocketDiallerOptions {
  readonly url: URL;
  readonly openSocket: OpenSocket;
  readonly cookies: CookieJar;
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** Milliseconds until a socket must be open. */
  readonly answerTimeout: number;
}

export interface DialEvents extends Pick<SocketEvents, 'text' | 'alive' | 'drained'> {
  readonly opened: (socket: Socket) => void;
  /** The socket was never open. */
  readonly failed: (error: TransportError) => void;
  /** The socket was open, and is not any more. */
  readonly closed: (close: SocketClose) => void;
}

export class SocketDialler {
  readonly #options: SocketDiallerOptions;

  constructor(options: SocketDiallerOptions) {
    this.#options = options;
  }

  /** Opens a socket; the answer gives up while it is not open, and nothing is told any more then. */
  dial(events: DialEvents): () => void {
    const dial = new Dial(this.#options, events);
    void dial.begin(false);
    return () => {
      dial.giveUp();
    };
  }
}

type State =
  | { readonly kind: 'asking' | 'open' | 'over' }
  | { readonly kind: 'opening'; readonly socket: Socket; readonly stopTimer: () => void };

/** One socket, or two where the first was refused for its token. */
class Dial {
  readonly #options: SocketDiallerOptions;
  readonly #events: DialEvents;
  #state: State = { kind: 'asking' };

  constructor(options: SocketDiallerOptions, events: DialEvents) {
    this.#options = options;
    this.#events = events;
  }

  async begin(hasRenewed: boolean): Promise<void> {
    this.#state = { kind: 'asking' };
    try {
      const { headers, token } = await this.#options.credentials.identify();
      if (this.#is('asking')) this.#open(headers, { token, hasRenewed });
    } catch (error) {
      this.#fail(asTransportError(error));
    }
  }

  giveUp(): void {
    const state = this.#state;
    this.#state = { kind: 'over' };
    if (state.kind !== 'opening') return;
    state.stopTimer();
    state.socket.abort();
  }

  #open(own: Readonly<Record<string, string>>, told: Told): void {
    const { url, openSocket, cookies, clock, answerTimeout } = this.#options;
    const cookie = cookies.header(url);
    const headers = { ...own, ...(cookie === undefined ? {} : { cookie }) };
    const { text, alive, drained } = this.#events;
    let isLate = false;
    const socket = openSocket(url, headers, {
      opened: () => {
        if (this.#state.kind !== 'opening') return;
        this.#state.stopTimer();
        this.#state = { kind: 'open' };
        this.#events.opened(socket);
      },
      cookies: (lines) => {
        cookies.store(lines, url);
      },
      text,
      alive,
      drained,
      closed: (close) => {
        if (isLate)
          this.#fail(new TransportError('unreachable', `${url.origin} did not answer within ${answerTimeout} ms.`));
        else void this.#closed(close, told);
      },
    });
    const stopTimer = clock.schedule(answerTimeout, () => {
      isLate = true;
      socket.abort();
    });
    this.#state = { kind: 'opening', socket, stopTimer };
  }

  async #closed(close: SocketClose, { token, hasRenewed }: Told): Promise<void> {
    const state = this.#state;
    if (state.kind === 'open') {
      this.#state = { kind: 'over' };
      this.#events.closed(close);
      return;
    }
    if (state.kind !== 'opening') return;
    state.stopTimer();
    if (close.status === 401 && !hasRenewed) {
      this.#state = { kind: 'asking' };
      const isWorthIt = await this.#options.credentials.renew(token).catch(() => false);
      if (!this.#is('asking')) return;
      if (isWorthIt) {
        await this.begin(true);
        return;
      }
    }
    this.#fail(closeError(close, this.#options.url.origin));
  }

  #fail(error: TransportError): void {
    const state = this.#state;
    if (state.kind === 'over') return;
    if (state.kind === 'opening') state.stopTimer();
    this.#state = { kind: 'over' };
    this.#events.failed(error);
  }

  /** A method, so that the compiler does not take the answer for granted across a wait. */
  #is(kind: State['kind']): boolean {
    return this.#state.kind === kind;
  }
}

/** What a server was told about us. */
interface Told {
  readonly token: string | undefined;
  /** The token took the place of one that was refused. */
  readonly hasRenewed: boolean;
}
