/**
 * One connection over WebSocket: a channel that outlives its socket if the client asked for resumption.
 *
 * Both sides count messages; a client that resumes on another socket says how many it has received, and gets the rest.
 */
import { ConnectionError, parseMessage, serializeMessage, type Channel, type Receiver } from '@acp-stack/rpc';

import { asksForResume, endedMethod, receivedMethod, type ReceivedParams } from '../../wire/resumption.ts';
import { isResponse } from '../../wire/stream-scope.ts';
import type { Counting } from '../options/counters.ts';
import { incomingQueue, type Redirection } from '../connection/incoming-queue.ts';
import type { Settings } from '../options/http-options.ts';
import { SocketSendQueue } from './socket-send-queue.ts';
import { SocketResumption } from './socket-resumption.ts';
import { UnansweredRequests } from '../limits/unanswered-requests.ts';
import type { WebSocketLink } from './web-socket-link.ts';

export interface WebSocketConnectionOptions {
  readonly id: string;
  readonly principal: string;
  readonly settings: Settings;
  readonly counting: Counting;
  /** Called when the connection can be resumed with `token`. */
  readonly onResumable: (token: string) => void;
  /** Called when the connection has ended in both directions. */
  readonly onClosed: () => void;
}

const closeCodes = { normal: 1000, goingAway: 1001, failure: 1011 } as const;

export class WebSocketConnection implements Channel {
  readonly principal: string;
  readonly #options: WebSocketConnectionOptions;
  readonly #redirection: Redirection = { messages: undefined };
  readonly #incoming = incomingQueue(this.#redirection, (error) => {
    this.destroy(error);
  });
  readonly #queue: SocketSendQueue;
  /** The open `initialize` request. */
  #initialize: { readonly id: unknown; readonly asksForResume: boolean } | undefined;
  #resumption: SocketResumption | undefined;
  /** Messages that came before the response to `initialize`; they count. */
  #receivedEarly = 0;
  readonly #unanswered: UnansweredRequests;
  #isEnding = false;
  #isClosed = false;
  #cancelResumeTimeout: () => void = () => undefined;

  constructor(options: WebSocketConnectionOptions) {
    this.principal = options.principal;
    this.#options = options;
    this.#unanswered = new UnansweredRequests(options.settings.limits.unfinishedRequests);
    this.#queue = new SocketSendQueue({
      ...options.settings,
      onTooSlow: (link) => {
        this.#tooSlow(link);
      },
    });
  }

  /** Whether requests of the client have no response. */
  get isBusy(): boolean {
    return this.#unanswered.count > 0;
  }

  get isAttached(): boolean {
    return this.#queue.link !== undefined;
  }

  /** Starts on `link` with the request `initialize`. */
  begin(link: WebSocketLink, message: { readonly id: unknown }, text: string): void {
    this.#initialize = { id: message.id, asksForResume: asksForResume(message) };
    this.#unanswered.received(message);
    this.#options.counting.messagesReceived += 1;
    this.#use(link);
    this.#incoming.push({ kind: 'message', message, text });
  }

  /**
   * Continues on another socket with a client that has received `received` messages; returns false if that is not
   * possible, or a promise if a durable log has to be read.
   */
  resumeOn(link: WebSocketLink, received: number, answer: (received: number) => string): boolean | Promise<boolean> {
    const continueOn = (isAvailable: boolean): boolean => {
      if (!isAvailable || this.#resumption === undefined || this.#isClosed || link.isOver) return false;
      this.#queue.release()?.terminate();
      this.#cancelResumeTimeout();
      this.#listen(link);
      this.#queue.continueOn(link, received, answer(this.#resumption.received));
      this.#resumption.acknowledged();
      this.#options.counting.resumed += 1;
      if (this.#incoming.isPaused) link.pause();
      else link.resume();
      return true;
    };
    if (this.#isClosed) return false;
    if (this.#queue.isDurable) {
      // From now on the log is read for the new socket.
      this.#queue.release()?.terminate();
      this.#awaitReturn();
    }
    const isAvailable = this.#queue.moveTo(received);
    return typeof isAvailable === 'boolean' ? continueOn(isAvailable) : isAvailable.then(continueOn);
  }

  /** Ends the connection because the server shuts down. */
  shutDown(): void {
    this.#leave(closeCodes.goingAway, 'The server is shutting down.');
    this.#close();
    this.#incoming.finish();
  }

  open(receiver: Receiver): void {
    this.#incoming.open(receiver);
  }

  redirect(receiver: Pick<Receiver, 'receive'>): void {
    this.#redirection.messages = receiver;
  }

  send(message: unknown, text?: string): boolean {
    if (this.#isEnding) throw new ConnectionError('closed', 'The channel has ended.');
    const line = this.#initializeResponse(message) ?? text ?? serializeMessage(message);
    this.#queue.check();
    if (this.#isClosed) throw new ConnectionError('limit', 'The client is too slow.', { limit: 'unsentBytes' });
    this.#unanswered.sent(message);
    this.#options.counting.messagesSent += 1;
    if (this.#initialize === undefined) this.#queue.send(line);
    else {
      // Messages before the response to `initialize`, and that response itself, are not counted.
      if (isResponse(message) && message.id === this.#initialize.id) this.#initialize = undefined;
      this.#queue.sendUncounted(line);
    }
    if (this.#queue.hasRoom) return true;
    this.#queue.watchStall();
    return false;
  }

  drained(): Promise<void> {
    return this.#queue.drained();
  }

  get unsentBytes(): number {
    return this.#queue.unsentBytes;
  }

  pause(): void {
    this.#incoming.pause();
    this.#queue.link?.pause();
  }

  resume(): void {
    this.#incoming.resume();
    this.#queue.link?.resume();
  }

  end(): Promise<void> {
    if (this.#isEnding) return Promise.resolve();
    this.#isEnding = true;
    if (this.#resumption !== undefined && !this.#incoming.isOver) this.#queue.finish(endedNote);
    else {
      this.#leave(closeCodes.normal, '');
      this.#close();
      this.#incoming.finish();
    }
    return Promise.resolve();
  }

  destroy(error?: Error): void {
    if (this.#isClosed) return;
    if (error === undefined) this.#leave(closeCodes.normal, '');
    else this.#leave(closeCodes.failure, 'The connection failed.');
    this.#close();
    this.#incoming.stop(error);
  }

  /**
   * Returns the response to `initialize` with the offer in it; undefined for any other message, or if the client did
   * not ask.
   */
  #initializeResponse(message: unknown): string | undefined {
    const initialize = this.#initialize;
    if (initialize?.asksForResume !== true || !isResponse(message) || message.id !== initialize.id) return undefined;
    const { result } = message;
    if (typeof result !== 'object' || result === null) return undefined;
    const { settings, onResumable } = this.#options;
    const { windowBytes: bytes, frameBytes: messageBytes } = settings.limits;
    this.#resumption = new SocketResumption({ bytes, messageBytes, received: this.#receivedEarly });
    this.#queue.keep(settings.createWindow(bytes, { principal: this.principal, connectionId: this.#options.id }));
    onResumable(this.#resumption.token);
    return this.#resumption.offerIn(message, result);
  }

  #use(link: WebSocketLink): void {
    this.#queue.use(link);
    this.#listen(link);
  }

  #listen(link: WebSocketLink): void {
    const isOurs = (): boolean => this.#queue.link === link;
    link.listen({
      onText: (text) => {
        if (isOurs()) this.#receive(text);
      },
      onDrain: () => {
        if (!isOurs()) return;
        this.#queue.onSpace();
        this.#acknowledge();
      },
      onClosed: (isNormal) => {
        if (isOurs()) this.#lost(isNormal);
      },
      onCut: () => {
        this.#options.counting.cut += 1;
      },
    });
  }

  #receive(text: string): void {
    const read = parseMessage(text, this.#options.settings.limits);
    if (read.kind === 'message' && this.#handleControl(read.message)) return;
    this.#count(text.length);
    this.#options.counting.messagesReceived += 1;
    if (read.kind === 'problem') this.#incoming.push(read);
    else {
      const refusal = this.#unanswered.received(read.message);
      if (refusal === undefined) this.#incoming.push({ kind: 'message', message: read.message, text });
      else this.#refuse(refusal);
    }
  }

  /** Responds to a request in place of the app. */
  #refuse(answer: object): void {
    this.#options.counting.refuse(429);
    if (!this.#isEnding) this.send(answer);
  }

  /** Handles messages of the resumption extension, which the app does not see; returns whether `message` is one. */
  #handleControl(message: unknown): boolean {
    if (this.#resumption === undefined) return false;
    const { method, params } = Object(message) as { readonly method?: unknown; readonly params?: unknown };
    if (method === receivedMethod) {
      const { count } = Object(params) as Partial<ReceivedParams>;
      if (typeof count === 'number') this.#queue.received(count);
      return true;
    }
    if (method !== endedMethod) return false;
    this.#incoming.finish();
    if (this.#isEnding) this.destroy();
    return true;
  }

  #count(bytes: number): void {
    if (this.#resumption === undefined) {
      this.#receivedEarly += 1;
      return;
    }
    this.#resumption.count(bytes);
    this.#acknowledge();
  }

  /** Sends the acknowledgement that is due; not while too much waits for the client, but when it has read. */
  #acknowledge(): void {
    const { link, hasRoom } = this.#queue;
    if (link === undefined || !hasRoom) return;
    const acknowledgement = this.#resumption?.takeAcknowledgement();
    if (acknowledgement !== undefined) link.send(acknowledgement);
  }

  /** The socket is gone: the client may resume within the timeout, if it can. */
  #lost(isNormal: boolean): void {
    this.#queue.release();
    if (this.#isClosed) return;
    if (isNormal || this.#resumption === undefined || this.#incoming.isOver) {
      this.#close();
      this.#incoming.finish();
      return;
    }
    this.#awaitReturn();
  }

  #awaitReturn(): void {
    const { clock, limits } = this.#options.settings;
    this.#cancelResumeTimeout();
    this.#cancelResumeTimeout = clock.schedule(limits.resumeTimeout, () => {
      this.destroy(new ConnectionError('timeout', 'The client did not resume in time.'));
    });
  }

  /** The client is too slow: its socket is cut, and it may resume, if it can. */
  #tooSlow(link: WebSocketLink): void {
    this.#options.counting.cut += 1;
    if (this.#resumption === undefined) {
      this.#queue.release()?.terminate();
      this.destroy(new ConnectionError('limit', 'The client is too slow.', { limit: 'unsentBytes' }));
    } else link.terminate();
  }

  #leave(code: number, reason: string): void {
    this.#queue.release()?.close(code, reason);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isEnding = true;
    this.#cancelResumeTimeout();
    this.#queue.close();
    this.#options.onClosed();
  }
}

const endedNote = serializeMessage({ jsonrpc: '2.0', method: endedMethod, params: {} });
