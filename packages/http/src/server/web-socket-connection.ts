/**
 * One connection over WebSocket: a channel that outlives its socket where the client asked for that.
 *
 * Both sides count messages; a client that comes back on another socket says how many it has, and the rest is sent again.
 */
import { ConnectionError, serialize, type Channel, type Receiver } from '@acp-stack/rpc';

import { asksForResume, endedMethod, receivedMethod, type ReceivedParams } from '../wire/resume.ts';
import { isAnswer } from '../wire/scope.ts';
import type { Counting } from './counters.ts';
import { Inbox } from './inbox.ts';
import { readMessage } from '../wire/read-message.ts';
import type { Settings } from './settings.ts';
import { SocketOutlet } from './socket-outlet.ts';
import { SocketResumption } from './socket-resumption.ts';
import { UnansweredRequests } from './unanswered-requests.ts';
import type { WebSocketLink } from './web-socket-link.ts';

export interface WebSocketConnectionOptions {
  readonly id: string;
  readonly principal: string;
  readonly settings: Settings;
  readonly counting: Counting;
  /** The connection can be found again by its token from now on. */
  readonly onResumable: (token: string) => void;
  /** The connection is over, in both directions. */
  readonly onClosed: () => void;
}

const closeCodes = { normal: 1000, goingAway: 1001, failure: 1011 } as const;

export class WebSocketConnection implements Channel {
  readonly principal: string;
  readonly #options: WebSocketConnectionOptions;
  readonly #inbox = new Inbox((error) => {
    this.destroy(error);
  });
  readonly #outlet: SocketOutlet;
  /** The request that is answered with an offer, while it is not. */
  #introduction: { readonly id: unknown; readonly asksForResume: boolean } | undefined;
  #resumption: SocketResumption | undefined;
  /** Messages that came before the agreement; they count. */
  #receivedEarly = 0;
  readonly #unanswered: UnansweredRequests;
  #isEnding = false;
  #isClosed = false;
  #stopAbsence: () => void = () => undefined;

  constructor(options: WebSocketConnectionOptions) {
    this.principal = options.principal;
    this.#options = options;
    this.#unanswered = new UnansweredRequests(options.settings.limits.unfinishedRequests);
    this.#outlet = new SocketOutlet({
      ...options.settings,
      onTooSlow: (link) => {
        this.#tooSlow(link);
      },
    });
  }

  /** Whether requests of the client are unanswered. */
  get isBusy(): boolean {
    return this.#unanswered.count > 0;
  }

  get isAttached(): boolean {
    return this.#outlet.link !== undefined;
  }

  /** Begins on `link` with the request `initialize`. */
  begin(link: WebSocketLink, message: { readonly id: unknown }, text: string): void {
    this.#introduction = { id: message.id, asksForResume: asksForResume(message) };
    this.#unanswered.received(message);
    this.#options.counting.messagesReceived += 1;
    this.#use(link);
    void this.#inbox.receive(message, text);
  }

  /**
   * Goes on on another socket, with a client that has received `received` messages; false when that is not possible, and a promise when
   * a durable log has to be asked.
   */
  resumeOn(link: WebSocketLink, received: number, answer: (received: number) => string): boolean | Promise<boolean> {
    const goOn = (isThere: boolean): boolean => {
      if (!isThere || this.#resumption === undefined || this.#isClosed || link.isOver) return false;
      this.#outlet.release()?.terminate();
      this.#stopAbsence();
      this.#listen(link);
      this.#outlet.goOn(link, received, answer(this.#resumption.received));
      this.#resumption.acknowledged();
      this.#options.counting.resumed += 1;
      if (this.#inbox.isPaused) link.pause();
      else link.resume();
      return true;
    };
    if (this.#isClosed) return false;
    if (this.#outlet.isDurable) {
      // From now on the log is read for the new socket.
      this.#outlet.release()?.terminate();
      this.#awaitReturn();
    }
    const isThere = this.#outlet.find(received);
    return typeof isThere === 'boolean' ? goOn(isThere) : isThere.then(goOn);
  }

  /** Ends the connection because the server does. */
  shutDown(): void {
    this.#leave(closeCodes.goingAway, 'The server is shutting down.');
    this.#close();
    this.#inbox.finish();
  }

  open(receiver: Receiver): void {
    this.#inbox.open(receiver);
  }

  send(message: unknown, text?: string): boolean {
    if (this.#isEnding) throw new ConnectionError('closed', 'The channel has ended.');
    const line = this.#introduce(message) ?? text ?? serialize(message);
    this.#outlet.check();
    if (this.#isClosed) throw new ConnectionError('limit', 'The client reads too slowly.', { limit: 'unsentBytes' });
    this.#unanswered.sent(message);
    this.#options.counting.messagesSent += 1;
    if (this.#introduction === undefined) this.#outlet.send(line);
    else {
      // What comes before the agreement is not counted, and neither is the answer that makes it.
      if (isAnswer(message) && message.id === this.#introduction.id) this.#introduction = undefined;
      this.#outlet.sendUncounted(line);
    }
    if (this.#outlet.hasRoom) return true;
    this.#outlet.watchStall();
    return false;
  }

  drained(): Promise<void> {
    return this.#outlet.drained();
  }

  get unsentBytes(): number {
    return this.#outlet.unsentBytes;
  }

  pause(): void {
    this.#inbox.pause();
    this.#outlet.link?.pause();
  }

  resume(): void {
    this.#inbox.resume();
    this.#outlet.link?.resume();
  }

  end(): Promise<void> {
    if (this.#isEnding) return Promise.resolve();
    this.#isEnding = true;
    if (this.#resumption !== undefined && !this.#inbox.isOver) this.#outlet.finish(endedNote);
    else {
      this.#leave(closeCodes.normal, '');
      this.#close();
      this.#inbox.finish();
    }
    return Promise.resolve();
  }

  destroy(error?: Error): void {
    if (this.#isClosed) return;
    if (error === undefined) this.#leave(closeCodes.normal, '');
    else this.#leave(closeCodes.failure, 'The connection failed.');
    this.#close();
    this.#inbox.stop(error);
  }

  /** The answer to `initialize` with the offer in it; undefined for every other message, and when nobody asked. */
  #introduce(message: unknown): string | undefined {
    const introduction = this.#introduction;
    if (introduction?.asksForResume !== true || !isAnswer(message) || message.id !== introduction.id) return undefined;
    const { result } = message;
    if (typeof result !== 'object' || result === null) return undefined;
    const { settings, onResumable } = this.#options;
    const { windowBytes: bytes, frameBytes: messageBytes } = settings.limits;
    this.#resumption = new SocketResumption({ bytes, messageBytes, received: this.#receivedEarly });
    this.#outlet.keep(settings.createWindow(bytes, { principal: this.principal, connectionId: this.#options.id }));
    onResumable(this.#resumption.token);
    return this.#resumption.offerIn(message, result);
  }

  #use(link: WebSocketLink): void {
    this.#outlet.use(link);
    this.#listen(link);
  }

  #listen(link: WebSocketLink): void {
    const isOurs = (): boolean => this.#outlet.link === link;
    link.listen({
      onText: (text) => {
        if (isOurs()) this.#receive(text);
      },
      onDrain: () => {
        if (isOurs()) this.#outlet.relieve();
      },
      onClosed: (isFarewell) => {
        if (isOurs()) this.#lost(isFarewell);
      },
      onCut: () => {
        this.#options.counting.cut += 1;
      },
    });
  }

  #receive(text: string): void {
    const read = readMessage(text, this.#options.settings.limits.depth);
    if (read.kind === 'message' && this.#takeOwn(read.message)) return;
    this.#count(text.length);
    this.#options.counting.messagesReceived += 1;
    if (read.kind === 'problem') void this.#inbox.reject(read.problem);
    else {
      const refusal = this.#unanswered.received(read.message);
      if (refusal === undefined) void this.#inbox.receive(read.message, text);
      else this.#refuse(refusal);
    }
  }

  /** Answers a request in place of the program. */
  #refuse(answer: object): void {
    this.#options.counting.refuse(429);
    if (!this.#isEnding) this.send(answer);
  }

  /** Whether `message` is of the resumption extension; the program never sees those. */
  #takeOwn(message: unknown): boolean {
    if (this.#resumption === undefined) return false;
    const { method, params } = Object(message) as { readonly method?: unknown; readonly params?: unknown };
    if (method === receivedMethod) {
      const { count } = Object(params) as Partial<ReceivedParams>;
      if (typeof count === 'number') this.#outlet.received(count);
      return true;
    }
    if (method !== endedMethod) return false;
    this.#inbox.finish();
    if (this.#isEnding) this.destroy();
    return true;
  }

  #count(bytes: number): void {
    if (this.#resumption === undefined) {
      this.#receivedEarly += 1;
      return;
    }
    const acknowledgement = this.#resumption.count(bytes);
    if (acknowledgement !== undefined) this.#outlet.link?.send(acknowledgement);
  }

  /** The socket is gone: the client has some time to come back, if it can. */
  #lost(isFarewell: boolean): void {
    this.#outlet.release();
    if (this.#isClosed) return;
    if (isFarewell || this.#resumption === undefined || this.#inbox.isOver) {
      this.#close();
      this.#inbox.finish();
      return;
    }
    this.#awaitReturn();
  }

  #awaitReturn(): void {
    const { clock, limits } = this.#options.settings;
    this.#stopAbsence();
    this.#stopAbsence = clock.schedule(limits.resumeTimeout, () => {
      this.destroy(new ConnectionError('timeout', 'The client did not come back.'));
    });
  }

  /** The client reads too slowly, or not at all: it may come back for the rest, if it can. */
  #tooSlow(link: WebSocketLink): void {
    this.#options.counting.cut += 1;
    if (this.#resumption === undefined) {
      this.#outlet.release()?.terminate();
      this.destroy(new ConnectionError('limit', 'The client reads too slowly.', { limit: 'unsentBytes' }));
    } else link.terminate();
  }

  #leave(code: number, reason: string): void {
    this.#outlet.release()?.close(code, reason);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isEnding = true;
    this.#stopAbsence();
    this.#outlet.close();
    this.#options.onClosed();
  }
}

const endedNote = serialize({ jsonrpc: '2.0', method: endedMethod, params: {} });
