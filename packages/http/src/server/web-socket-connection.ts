/**
 * One connection over WebSocket: a channel that outlives its socket where the client asked for that.
 *
 * Both sides count messages; a client that comes back on another socket says how many it has, and the rest is sent again.
 */
import { ConnectionError, Drain, serialize, type Channel, type Receiver } from '@acp-stack/rpc';

import { asksForResume, endedMethod, receivedMethod, type ReceivedParams } from '../wire/resume.ts';
import { isAnswer } from '../wire/scope.ts';
import type { Counting } from './counters.ts';
import { Inbox } from './inbox.ts';
import { readMessage } from './read-message.ts';
import type { Settings } from './settings.ts';
import { SocketResumption } from './socket-resumption.ts';
import type { WebSocketLink } from './web-socket-link.ts';

export interface WebSocketConnectionOptions {
  readonly principal: string;
  readonly settings: Settings;
  readonly counting: Counting;
  /** The connection can be found again by its token from now on. */
  readonly onResumable: (token: string) => void;
  /** The connection is over, in both directions. */
  readonly onClosed: () => void;
}

const highWater = 1024 * 1024;
const closeCodes = { normal: 1000, goingAway: 1001, failure: 1011 } as const;

export class WebSocketConnection implements Channel {
  readonly principal: string;
  readonly #options: WebSocketConnectionOptions;
  readonly #inbox = new Inbox((error) => {
    this.destroy(error);
  });
  readonly #drain = new Drain();
  #link: WebSocketLink | undefined;
  /** The request that is answered with an offer, while it is not. */
  #introduction: { readonly id: unknown; readonly asksForResume: boolean } | undefined;
  #resumption: SocketResumption | undefined;
  /** Messages that came before the agreement; they count. */
  #receivedEarly = 0;
  #unanswered = 0;
  /** Characters that were sent while the client was away. */
  #absentBytes = 0;
  /** The client is away for so long that nobody is held up for it any more. */
  #isGivenUp = false;
  #isEnding = false;
  #isClosed = false;
  #stopAbsence: () => void = () => undefined;
  #stopStall: (() => void) | undefined;

  constructor(options: WebSocketConnectionOptions) {
    this.principal = options.principal;
    this.#options = options;
  }

  /** Whether requests of the client are unanswered. */
  get isBusy(): boolean {
    return this.#unanswered > 0;
  }

  get isAttached(): boolean {
    return this.#link !== undefined;
  }

  /** Begins on `link` with the request `initialize`. */
  begin(link: WebSocketLink, message: { readonly id: unknown }, text: string): void {
    this.#introduction = { id: message.id, asksForResume: asksForResume(message) };
    this.#unanswered += 1;
    this.#options.counting.messagesReceived += 1;
    this.#use(link);
    void this.#inbox.receive(message, text);
  }

  /** Goes on on another socket, with a client that has received `received` messages; false when that is not possible. */
  resumeOn(link: WebSocketLink, received: number, answer: (received: number) => string): boolean {
    const missed = this.#resumption?.sent.after(received);
    if (this.#resumption === undefined || missed === undefined || this.#isClosed) return false;
    this.#drop(this.#link);
    this.#stopAbsence();
    this.#absentBytes = 0;
    this.#isGivenUp = false;
    this.#use(link);
    link.send(answer(this.#resumption.received));
    for (const text of missed) link.send(text);
    this.#resumption.sent.trim(received);
    this.#resumption.acknowledged();
    this.#options.counting.resumed += 1;
    if (this.#isEnding) link.send(endedNote);
    if (this.#inbox.isPaused) link.pause();
    this.#relieve();
    return true;
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
    if (this.unsentBytes > this.#options.settings.limits.unsentBytes) this.#giveUp();
    if (this.#isClosed) throw new ConnectionError('limit', 'The client reads too slowly.');
    if (isAnswer(message)) this.#unanswered = Math.max(0, this.#unanswered - 1);
    this.#options.counting.messagesSent += 1;
    if (this.#introduction === undefined) this.#resumption?.sent.append(line);
    // What comes before the agreement is not counted, and neither is the answer that makes it.
    else if (isAnswer(message) && message.id === this.#introduction.id) this.#introduction = undefined;
    if (this.#link === undefined) this.#absentBytes += line.length;
    else this.#link.send(line);
    if (this.#hasRoom) return true;
    this.#watchStall();
    return false;
  }

  drained(): Promise<void> {
    return this.#hasRoom || this.#isClosed ? Promise.resolve() : this.#drain.wait();
  }

  get unsentBytes(): number {
    if (this.#link !== undefined) return this.#link.unsentBytes;
    return this.#isGivenUp ? 0 : this.#absentBytes;
  }

  pause(): void {
    this.#inbox.pause();
    this.#link?.pause();
  }

  resume(): void {
    this.#inbox.resume();
    this.#link?.resume();
  }

  end(): Promise<void> {
    if (this.#isEnding) return Promise.resolve();
    this.#isEnding = true;
    if (this.#resumption !== undefined && !this.#inbox.isOver) this.#link?.send(endedNote);
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

  get #hasRoom(): boolean {
    return this.unsentBytes < highWater;
  }

  /** The answer to `initialize` with the offer in it; undefined for every other message, and when nobody asked. */
  #introduce(message: unknown): string | undefined {
    const introduction = this.#introduction;
    if (introduction?.asksForResume !== true || !isAnswer(message) || message.id !== introduction.id) return undefined;
    const { result } = message;
    if (typeof result !== 'object' || result === null) return undefined;
    const { settings, onResumable } = this.#options;
    this.#resumption = new SocketResumption({
      bytes: settings.limits.windowBytes,
      createWindow: settings.createWindow,
      received: this.#receivedEarly,
    });
    onResumable(this.#resumption.token);
    return this.#resumption.offerIn(message, result);
  }

  #use(link: WebSocketLink): void {
    this.#link = link;
    link.listen({
      onText: (text) => {
        if (this.#link === link) this.#receive(text);
      },
      onDrain: () => {
        if (this.#link === link) this.#relieve();
      },
      onClosed: (isFarewell) => {
        if (this.#link === link) this.#lost(isFarewell);
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
      if (isCall(read.message)) this.#unanswered += 1;
      void this.#inbox.receive(read.message, text);
    }
  }

  /** Whether `message` is of the resumption extension; the program never sees those. */
  #takeOwn(message: unknown): boolean {
    if (this.#resumption === undefined) return false;
    const { method, params } = Object(message) as { readonly method?: unknown; readonly params?: unknown };
    if (method === receivedMethod) {
      const { count } = Object(params) as Partial<ReceivedParams>;
      if (typeof count === 'number') this.#resumption.sent.trim(count);
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
    if (acknowledgement !== undefined) this.#link?.send(acknowledgement);
  }

  /** The socket is gone: the client has some time to come back, if it can. */
  #lost(isFarewell: boolean): void {
    this.#link = undefined;
    this.#relieve();
    if (this.#isClosed) return;
    if (isFarewell || this.#resumption === undefined || this.#inbox.isOver) {
      this.#close();
      this.#inbox.finish();
      return;
    }
    const { clock, limits } = this.#options.settings;
    this.#stopAbsence = clock.schedule(limits.resumeTimeout, () => {
      this.destroy(new ConnectionError('timeout', 'The client did not come back.'));
    });
  }

  /** The client reads too slowly, or not at all: it may come back for the rest, if it can. */
  #giveUp(): void {
    const link = this.#link;
    if (link === undefined) {
      this.#isGivenUp = true;
      this.#relieve();
      return;
    }
    this.#options.counting.cut += 1;
    if (this.#resumption === undefined) {
      this.#link = undefined;
      this.#drop(link);
      this.destroy(new ConnectionError('limit', 'The client reads too slowly.'));
      return;
    }
    link.terminate();
  }

  #watchStall(): void {
    const { clock, limits } = this.#options.settings;
    this.#stopStall ??= clock.schedule(limits.stallTimeout, () => {
      this.#stopStall = undefined;
      this.#giveUp();
    });
  }

  #relieve(): void {
    if (!this.#hasRoom) return;
    this.#stopStall?.();
    this.#stopStall = undefined;
    this.#drain.release();
  }

  /** Lets go of a socket that something else took the place of. */
  #drop(link: WebSocketLink | undefined): void {
    if (link === undefined) return;
    if (this.#link === link) this.#link = undefined;
    link.terminate();
  }

  #leave(code: number, reason: string): void {
    const link = this.#link;
    this.#link = undefined;
    link?.close(code, reason);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isEnding = true;
    this.#stopAbsence();
    this.#stopStall?.();
    this.#drain.release();
    this.#options.onClosed();
  }
}

const endedNote = serialize({ jsonrpc: '2.0', method: endedMethod, params: {} });

const isCall = (message: unknown): boolean => {
  const { id, method } = Object(message) as { readonly id?: unknown; readonly method?: unknown };
  return typeof method === 'string' && id !== undefined;
};
