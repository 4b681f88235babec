/**
 * A channel over WebSocket.
 *
 * The first message is `initialize`; the others wait for its answer, because it says whether the server can resume. If it can, a
 * socket that drops is replaced, and both sides send again what the other has not received; if it cannot, the channel is over.
 */
import { ConnectionError, type Channel, type Receiver } from '@acp-stack/rpc';

import {
  endedMethod,
  receivedMethod,
  resumeMethod,
  resumeOffer,
  type ReceivedParams,
  type ResumeOffer,
  type ResumeParams,
} from '../wire/resume.ts';
import { isAnswer, isInitialize } from '../wire/scope.ts';
import { Backoff } from './backoff.ts';
import type { Settings } from './connect-options.ts';
import type { CookieJar } from './cookie-jar.ts';
import type { Credentials } from './credentials.ts';
import { Delivery } from './delivery.ts';
import { Gate } from './gate.ts';
import { Heartbeat } from './heartbeat.ts';
import { withoutOffer, withWish } from './introduction.ts';
import { Outgoing } from './outgoing.ts';
import { ReceivedCount } from './received-count.ts';
import { messageText } from './refusal.ts';
import {
  cleanCodes,
  closeError,
  historyLostError,
  lostError,
  normalClosure,
  passingCodes,
  socketName,
} from './socket-close.ts';
import type { OpenSocket, Socket, SocketClose } from './socket.ts';
import { asTransportError, TransportError } from './transport-error.ts';

export interface WebSocketChannelOptions {
  readonly url: URL;
  readonly openSocket: OpenSocket;
  readonly cookies: CookieJar;
  readonly credentials: Credentials;
  readonly settings: Settings;
}

/** What carries messages just now; `resuming` and `open` have a socket that can send. */
type Link =
  | { readonly kind: 'none' | 'dialling' | 'waiting' | 'over' }
  | { readonly kind: 'opening' | 'resuming' | 'open'; readonly socket: Socket };

/** How far `initialize` is. */
type Introduction =
  | { readonly kind: 'none' }
  | { readonly kind: 'asked'; readonly id: unknown; readonly text: string }
  | { readonly kind: 'done' };

/** Ids and methods that begin like this are ours and not the program's. */
const ownPrefix = 'acp-stack.dev/';
const resumeId = `${ownPrefix}resume`;
const pingId = `${ownPrefix}ping`;
const pingMethod = `_${ownPrefix}ping`;
/** Messages of this extension are shorter. */
const longestOwn = 256;
const ownNote = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', method, params });
const endedNote = ownNote(endedMethod, {});
/** Milliseconds that a server may take to answer a close. */
const lastWords = 5000;

export class WebSocketChannel implements Channel {
  readonly #options: WebSocketChannelOptions;
  readonly #settings: Settings;
  readonly #delivery: Delivery;
  readonly #outgoing: Outgoing;
  readonly #backoff: Backoff;
  /** Shut while too much waits to be sent. */
  readonly #drain = new Gate();
  /** Shut while a message waits for a socket, or may have to be sent again. */
  readonly #flushed = new Gate();
  #link: Link = { kind: 'none' };
  #introduction: Introduction = { kind: 'none' };
  #offer: ResumeOffer | undefined;
  #heartbeat: Heartbeat | undefined;
  #stopTimer: () => void = () => undefined;
  #connected: { readonly resolve: () => void; readonly reject: (error: TransportError) => void } | undefined;
  #ending: Promise<void> | undefined;
  #isPaused = false;
  /** The receiver was paused for so long that the socket was given up; it is opened again when the receiver goes on. */
  #isHalted = false;
  #hasRenewed = false;
  /** The server knows that nothing more comes, or will when it is told again. */
  #isEndTold = false;
  /** The server has said that nothing more comes. */
  #hasServerEnded = false;
  /** Messages that arrived since the answer to `initialize`. */
  readonly #received = new ReceivedCount();

  constructor(options: WebSocketChannelOptions) {
    this.#options = options;
    this.#settings = options.settings;
    const { depth, messageBytes, windowBytes } = this.#settings.limits;
    this.#outgoing = new Outgoing(windowBytes);
    this.#backoff = new Backoff(this.#settings);
    this.#delivery = new Delivery({ depth, messageBytes, inspect: (message) => !isPong(message) });
  }

  get unsentBytes(): number {
    const { waitingBytes, keptBytes } = this.#outgoing;
    const introduction =
      this.#introduction.kind === 'asked' && this.#link.kind !== 'open' ? this.#introduction.text.length : 0;
    return introduction + waitingBytes + ('socket' in this.#link ? this.#link.socket.unsentBytes : keptBytes);
  }

  open(receiver: Receiver): void {
    this.#delivery.open(receiver);
    if (this.#link.kind === 'none') this.connect().catch(() => undefined);
  }

  /** Opens the first socket; rejects when that is not possible, and the channel is over then. */
  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#connected = { resolve, reject };
      this.#dial();
    });
  }

  send(message: unknown, text?: string): boolean {
    if (this.#link.kind === 'over' || this.#ending !== undefined) {
      throw new ConnectionError('closed', 'The channel has ended.');
    }
    const { messageBytes } = this.#settings.limits;
    if (this.#introduction.kind === 'none') {
      if (!isInitialize(message)) throw new TransportError('refused', 'A remote connection begins with initialize.');
      const wish = this.#settings.reconnects ? withWish(message) : message;
      const own = this.#settings.reconnects ? undefined : text;
      this.#introduction = { kind: 'asked', id: message.id, text: messageText(wish, own, messageBytes) };
      if (this.#link.kind === 'none') this.connect().catch(() => undefined);
      if (this.#link.kind === 'open') this.#link.socket.send(this.#introduction.text);
      this.#weigh();
      return true;
    }
    this.#outgoing.add(messageText(message, text, messageBytes));
    this.#flush();
    return !this.#drain.isShut;
  }

  drained(): Promise<void> {
    return this.#drain.passage();
  }

  pause(): void {
    this.#isPaused = true;
    this.#delivery.pause();
    if (this.#link.kind === 'open') this.#link.socket.pause?.();
  }

  resume(): void {
    this.#isPaused = false;
    this.#delivery.resume();
    if (this.#link.kind === 'open') this.#link.socket.resume?.();
    if (!this.#isHalted) return;
    this.#isHalted = false;
    if (this.#link.kind === 'waiting') this.#dial();
  }

  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  destroy(error?: Error): void {
    if (this.#link.kind !== 'over') this.#hangUp();
    this.#delivery.stop(error);
  }

  async #end(): Promise<void> {
    await this.#flushed.passage();
    const link = this.#link;
    if (link.kind === 'over') return;
    if (link.kind !== 'open') {
      // Nothing was sent, or nobody is there to be told.
      this.#hangUp();
      this.#delivery.finish();
      return;
    }
    if (this.#offer !== undefined) {
      // The server may still say what it has to, and closes the socket when it has.
      this.#isEndTold = true;
      link.socket.send(endedNote);
      return;
    }
    // What is on its way still arrives; a server that cannot resume cannot say more.
    link.socket.close(normalClosure, '');
    this.#stopTimer = this.#settings.clock.schedule(lastWords, () => {
      if (!this.#isPaused) link.socket.abort();
    });
  }

  /** Closes the socket, if there is one, and takes nothing more from it. */
  #hangUp(): void {
    const link = this.#link;
    this.#over();
    if (!('socket' in link)) return;
    if (link.kind === 'opening') link.socket.abort();
    else {
      link.socket.resume?.();
      link.socket.close(normalClosure, '');
      const stop = this.#settings.clock.schedule(lastWords, () => {
        link.socket.abort();
      });
      this.#stopTimer = stop;
    }
  }

  #over(): void {
    this.#link = { kind: 'over' };
    this.#stopTimer();
    this.#heartbeat?.stop();
    this.#outgoing.clear();
    this.#flushed.open();
    this.#drain.open();
  }

  #finish(error?: TransportError): void {
    if (this.#link.kind === 'over') return;
    this.#over();
    this.#connected?.reject(error ?? new TransportError('unreachable', `${socketName} was closed.`));
    this.#delivery.finish(error);
  }

  #dial(): void {
    this.#link = { kind: 'dialling' };
    this.#open().catch((error: unknown) => {
      this.#dropped(asTransportError(error));
    });
  }

  async #open(): Promise<void> {
    const { url, openSocket, cookies, credentials, settings } = this.#options;
    const identification = await credentials.identify();
    if (this.#link.kind !== 'dialling') return;
    const cookie = cookies.header(url);
    const headers = { ...identification.headers, ...(cookie === undefined ? {} : { cookie }) };
    const isCurrent = (): boolean => 'socket' in this.#link && this.#link.socket === socket;
    const { answerTimeout } = settings.limits;
    const socket: Socket = openSocket(url, headers, {
      opened: () => {
        if (isCurrent()) this.#opened(socket);
      },
      cookies: (lines) => {
        cookies.store(lines, url);
      },
      text: (text) => {
        if (isCurrent()) this.#arrived(socket, text);
      },
      alive: () => this.#heartbeat?.touch(),
      drained: () => {
        this.#weigh();
      },
      closed: (close) => {
        this.#stopClosedTimer();
        if (isCurrent()) void this.#closed(close, identification.token);
      },
    });
    this.#link = { kind: 'opening', socket };
    this.#stopTimer = settings.clock.schedule(answerTimeout, () => {
      socket.abort();
    });
  }

  /** A socket that is given up keeps a timer until it is closed. */
  #stopClosedTimer(): void {
    if (this.#link.kind === 'over') this.#stopTimer();
  }

  #opened(socket: Socket): void {
    this.#hasRenewed = false;
    this.#heartbeat = new Heartbeat({
      clock: this.#settings.clock,
      silence: this.#settings.limits.silence,
      ask: () => {
        this.#ask(socket);
      },
      onDead: () => {
        socket.abort();
      },
      // A server that is only known not to answer pings of the program cannot be asked.
      isDeaf: () => this.#isPaused || (socket.ping === undefined && this.#offer === undefined),
    });
    if (this.#offer !== undefined) {
      this.#link = { kind: 'resuming', socket };
      const params: ResumeParams = { token: this.#offer.token, received: this.#received.total };
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: resumeId, method: resumeMethod, params }));
      return;
    }
    this.#stopTimer();
    this.#link = { kind: 'open', socket };
    this.#connected?.resolve();
    if (this.#introduction.kind === 'asked') socket.send(this.#introduction.text);
    if (this.#isPaused) socket.pause?.();
    this.#weigh();
  }

  /** Asks for a sign of life: in the protocol of sockets where that is possible, otherwise with a request that any agent answers. */
  #ask(socket: Socket): void {
    if (socket.ping !== undefined) {
      socket.ping();
      return;
    }
    this.#outgoing.add(JSON.stringify({ jsonrpc: '2.0', id: pingId, method: pingMethod }));
    this.#flush();
  }

  #arrived(socket: Socket, text: string): void {
    this.#heartbeat?.touch();
    if (this.#link.kind === 'resuming') {
      this.#resumed(socket, text);
      return;
    }
    if (this.#introduction.kind !== 'done') {
      this.#introduced(text);
      return;
    }
    if (this.#offer === undefined) {
      this.#delivery.push(text);
      this.#checkHeld(socket);
      return;
    }
    if (this.#takeOwn(text)) return;
    const toTell = this.#received.add(text.length);
    if (toTell !== undefined) socket.send(ownNote(receivedMethod, { count: toTell } satisfies ReceivedParams));
    this.#delivery.push(text);
    this.#checkHeld(socket);
  }

  /** Whether `text` is of the resumption extension; the program never sees those, and they do not count. */
  #takeOwn(text: string): boolean {
    if (text.length > longestOwn || !text.includes(ownPrefix)) return false;
    const { method, params } = fieldsOf(parsed(text));
    if (method === receivedMethod) {
      const { count } = fieldsOf(params);
      if (typeof count === 'number') this.#outgoing.received(count);
      this.#flush();
      return true;
    }
    if (method !== endedMethod) return false;
    this.#hasServerEnded = true;
    this.#delivery.finish();
    return true;
  }

  /** The answer to `initialize`, or something that came before it. */
  #introduced(text: string): void {
    const message = parsed(text);
    if (this.#introduction.kind !== 'asked' || !isAnswer(message) || message.id !== this.#introduction.id) {
      this.#delivery.push(text);
      return;
    }
    const offer = this.#settings.reconnects ? resumeOffer(message) : undefined;
    if (offer === undefined) this.#delivery.push(text);
    else this.#delivery.push(JSON.stringify(withoutOffer(message)));
    // An agent that refused may be asked again.
    this.#introduction = { kind: 'error' in message ? 'none' : 'done' };
    this.#offer = offer;
    if (offer !== undefined) this.#outgoing.keep();
    this.#flush();
  }

  /** The answer to the wish to resume: what the server has not received is sent again, and what it sends goes on. */
  #resumed(socket: Socket, text: string): void {
    const message = parsed(text);
    if (!isAnswer(message) || message.id !== resumeId) return;
    const { received } = fieldsOf(message.result);
    this.#stopTimer();
    this.#link = { kind: 'open', socket };
    const send = (each: string): void => {
      socket.send(each);
    };
    if (typeof received !== 'number' || !this.#outgoing.repeat(received, send)) {
      socket.close(normalClosure, '');
      this.#finish(historyLostError());
      return;
    }
    this.#backoff.reset();
    if (this.#isPaused) socket.pause?.();
    this.#settings.report({ kind: 'resumed', name: socketName });
    this.#flush();
    if (this.#isEndTold) socket.send(endedNote);
  }

  /** A receiver that is paused for long, on a platform that cannot pause, fills the memory. */
  #checkHeld(socket: Socket): void {
    const { heldBytes } = this.#settings.limits;
    if (this.#delivery.heldBytes <= heldBytes) return;
    if (this.#offer === undefined) {
      this.#finish(new TransportError('limit', `More than ${heldBytes} bytes wait for the program to read them.`));
      return;
    }
    // The server keeps what comes next until we are back.
    this.#isHalted = true;
    socket.abort();
  }

  #flush(): void {
    const link = this.#link;
    if (link.kind === 'open' && this.#introduction.kind === 'done') {
      this.#outgoing.flush((text) => {
        link.socket.send(text);
      });
    }
    this.#weigh();
  }

  /** Holds up or lets go whoever waits for room. */
  #weigh(): void {
    if (this.#link.kind === 'over') return;
    const { waitingBytes, keptBytes } = this.#outgoing;
    const isOnItsWay = this.#link.kind === 'open' || (keptBytes === 0 && this.#introduction.kind !== 'asked');
    if (waitingBytes === 0 && isOnItsWay) this.#flushed.open();
    else this.#flushed.shut();
    if (this.unsentBytes < this.#settings.limits.unsentBytes) this.#drain.open();
    else this.#drain.shut();
  }

  async #closed(close: SocketClose, token: string | undefined): Promise<void> {
    const link = this.#link;
    this.#heartbeat?.stop();
    this.#stopTimer();
    const canSayMore = this.#offer !== undefined && !(this.#isEndTold && this.#hasServerEnded);
    if (this.#ending !== undefined && link.kind === 'open' && !canSayMore) {
      this.#finish();
      return;
    }
    if (link.kind === 'opening' && close.status === 401 && !this.#hasRenewed) {
      this.#hasRenewed = true;
      this.#link = { kind: 'dialling' };
      const isWorthIt = await this.#options.credentials.renew(token).catch(() => false);
      if (this.#link.kind !== 'dialling') return;
      if (isWorthIt) {
        this.#dial();
        return;
      }
    }
    if (link.kind === 'open' && cleanCodes.has(close.code)) this.#finish();
    else this.#dropped(closeError(close), passingCodes.has(close.code));
  }

  /** There is no socket any more; makes another one, where that helps. */
  #dropped(error: TransportError, isPassing = true): void {
    if (this.#link.kind === 'over') return;
    const wasConnected = this.#offer !== undefined || this.#introduction.kind === 'done';
    if (this.#offer === undefined || !isPassing || error.code === 'unauthorized') {
      this.#finish(wasConnected && isPassing && this.#offer === undefined ? lostError(error) : error);
      return;
    }
    this.#link = { kind: 'waiting' };
    this.#weigh();
    if (this.#isHalted) return;
    const delay = this.#backoff.next();
    if (delay === undefined) {
      this.#finish(error);
      return;
    }
    this.#settings.report({ kind: 'dropped', name: socketName, error, delay });
    this.#stopTimer = this.#settings.clock.schedule(delay, () => {
      this.#dial();
    });
  }
}

const isPong = (message: unknown): boolean => isAnswer(message) && message.id === pingId;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
