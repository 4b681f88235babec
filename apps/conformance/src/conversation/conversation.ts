/**
 * A conversation in raw JSON-RPC with a program under test.
 *
 * Everything that is sent and received is logged. A wait ends when what it waits for has happened, when the program
 * ends the connection, or after the time limit; it never ends the scenario of another rule. `fence` shows that it has
 * handled all that was sent before, without waiting for silence.
 */
import { isPeerFailure, PeerEnded, PeerSilent, Unreachable } from './failure.ts';
import {
  fieldsOf,
  isFields,
  isNotification,
  isRequest,
  isResponse,
  type ErrorObject,
  type Fields,
  type LoggedMessage,
  type Reply,
} from './message.ts';
import { parseText } from './parse-text.ts';
import { afterRunning } from '../wire/running-time.ts';
import type { Connect, Wire, WireProcess, WireReceiver } from '../wire/wire.ts';

/** Answers a request of the program: a result, or an error. */
export type Answer = (params: Fields, request: Fields) => Promise<Outcome> | Outcome;

/** A response of the suite. */
export type Outcome = { readonly result: unknown } | { readonly error: ErrorObject };

/** Leaves a request without a response. */
export const never: Promise<never> = new Promise(() => undefined);

/** More than this is not read in one conversation. */
const maxMessages = 100_000;
const maxCharacters = 256 * 1024 * 1024;

export interface ConversationOptions {
  /** Milliseconds for each wait. */
  readonly limit: number;
  /**
   * What `fence` sends, a request of an unknown method by default; 'none' if the program answers nothing of that kind.
   */
  readonly fence?: Fence;
  readonly now?: () => number;
}

/** A request that the program answers whatever it does meanwhile. */
export interface FenceRequest {
  readonly method: string;
  readonly params: Fields;
}

/** The request that a program is known to answer, if there is one. */
export type Fence = FenceRequest | 'none';

/** Every program should answer a request that it does not know, at least with -32601. */
export const unknownFence: FenceRequest = { method: '_conformance/fence', params: {} };

export class Conversation {
  /** Everything that was sent and received, in order. */
  readonly log: LoggedMessage[] = [];
  /** Lines of stderr. */
  readonly notes: string[] = [];
  readonly limit: number;
  readonly #fence: Fence;
  /** The requests of the suite that wait for a response. */
  readonly #open = new Set<unknown>();
  readonly #now: () => number;
  readonly #start: number;
  readonly #answers = new Map<string, Answer>();
  readonly #watchers = new Set<() => void>();
  #wire: Wire | undefined;
  #ended: string | undefined;
  #nextId = 0;
  #characters = 0;
  #isFlooded = false;
  #isLooking = false;

  private constructor({ limit, fence = unknownFence, now = Date.now }: ConversationOptions) {
    this.limit = limit;
    this.#fence = fence;
    this.#now = now;
    this.#start = now();
  }

  /** Opens a connection; nothing is sent. */
  static async open(connect: Connect, options: ConversationOptions): Promise<Conversation> {
    const conversation = new Conversation(options);
    conversation.#wire = await connect(conversation.#receiver());
    return conversation;
  }

  #receiver(): WireReceiver {
    return {
      text: (text, isUtf8) => this.#receive(text, isUtf8),
      note: (text) => void this.notes.push(text),
      ended: (reason) => {
        this.#ended ??= reason;
        this.#changed();
      },
    };
  }

  /** Why the program has ended the connection; undefined while it is open. */
  get ended(): string | undefined {
    return this.#ended;
  }

  get process(): WireProcess | undefined {
    return this.#wire?.process;
  }

  // -------------------------------------------------------------------------------------------- sending

  /** Sends a text as it is. */
  sendText(text: string): void {
    if (this.#ended !== undefined) throw new PeerEnded(`It has ended the connection: ${this.#ended}.`);
    this.log.push({ from: 'suite', at: this.#now() - this.#start, text, ...parseText(text) });
    this.#wire?.send(text);
  }

  /** Sends any value as JSON. */
  send(value: unknown): void {
    this.sendText(JSON.stringify(value));
  }

  /** Sends bytes as they are; false if the transport cannot. The log shows `text` instead, unless it is empty. */
  sendBytes(bytes: Uint8Array | string, text?: string): boolean {
    if (this.#wire?.sendBytes === undefined) return false;
    const logged = text ?? (typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes));
    if (logged !== '')
      this.log.push({ from: 'suite', at: this.#now() - this.#start, text: logged, ...parseText(logged) });
    this.#wire.sendBytes(bytes);
    return true;
  }

  notify(method: string, params: Fields): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request and returns its id at once. */
  begin(method: string, params?: Fields): string {
    this.#nextId += 1;
    const id = `suite-${this.#nextId}`;
    this.#open.add(id);
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return id;
  }

  /** Sends a request and waits for its response. */
  async request(method: string, params?: Fields, limit: number = this.limit): Promise<Reply> {
    const id = this.begin(method, params);
    await this.drained();
    return this.reply(id, `${method} was not answered`, limit);
  }

  /** Whether the program has answered every request that was made by `request` or `begin`. */
  get isSettled(): boolean {
    return this.#open.size === 0;
  }

  /** Resolves when everything that was sent has left the suite, so that a wait does not begin before. */
  async drained(): Promise<void> {
    await this.#wire?.drained?.();
  }

  /** Waits for the response to the request with this id. */
  async reply(id: unknown, otherwise = 'the request was not answered', limit: number = this.limit): Promise<Reply> {
    return this.until(() => this.replyTo(id), otherwise, limit);
  }

  /** The first response with this id so far. */
  replyTo(id: unknown): Reply | undefined {
    const index = this.log.findIndex(({ from, value }) => from === 'peer' && isResponse(value) && value['id'] === id);
    if (index === -1) return undefined;
    const { result, error } = fieldsOf(this.log[index]?.value);
    return { id, index, ...(isFields(error) ? { error: error as unknown as ErrorObject } : { result }) };
  }

  /** Answers the requests of `method` from now on; without this they are refused as unknown methods. */
  answer(method: string, answer: Answer): void {
    this.#answers.set(method, answer);
  }

  // -------------------------------------------------------------------------------------------- looking

  /** Everything that the program has sent since a place in the log. */
  received(since = 0): readonly LoggedMessage[] {
    return this.log.slice(since).filter(({ from }) => from === 'peer');
  }

  /** The requests of the program, of one method or all. */
  requests(method?: string, since = 0): readonly Fields[] {
    return this.received(since).flatMap(({ value }) => (isRequest(value, method) ? [value] : []));
  }

  /** The notifications of the program, of one method or all. */
  notifications(method?: string, since = 0): readonly Fields[] {
    return this.received(since).flatMap(({ value }) => (isNotification(value, method) ? [value] : []));
  }

  /** The updates of a session, of these kinds or all. */
  updates(sessionId: string, kinds: readonly string[] = [], since = 0): readonly Fields[] {
    return this.notifications('session/update', since)
      .map(({ params }) => fieldsOf(params))
      .filter((params) => params['sessionId'] === sessionId)
      .map(({ update }) => fieldsOf(update))
      .filter((update) => kinds.length === 0 || kinds.includes(String(update['sessionUpdate'])));
  }

  // -------------------------------------------------------------------------------------------- waiting

  /** Waits until `find` returns something; throws PeerSilent or PeerEnded with a sentence otherwise. */
  async until<T>(find: () => T | undefined | false, otherwise: string, limit: number = this.limit): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const look = (): void => {
        const found = find();
        if (found !== undefined && found !== false) stop(() => resolve(found));
        else if (this.#ended !== undefined)
          stop(() => reject(new PeerEnded(`${otherwise}: it has ended the connection (${this.#ended ?? ''}).`)));
      };
      const cancel = afterRunning(limit, () =>
        stop(() => reject(new PeerSilent(`${otherwise} within ${(limit / 1000).toString()} s.`))),
      );
      const stop = (settle: () => void): void => {
        this.#watchers.delete(look);
        cancel();
        settle();
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Waits until the program has ended the connection; false if it is still open after `limit`. */
  async untilEnded(limit: number = this.limit): Promise<boolean> {
    try {
      await this.until(() => false, 'it went on', limit);
    } catch (error) {
      return error instanceof PeerEnded;
    }
    return false;
  }

  /**
   * Sends a request that every peer can answer, and waits for its response: what the program sends in answer to earlier
   * messages, without further work, has then arrived.
   */
  async fence(limit: number = this.limit): Promise<Reply> {
    if (this.#fence === 'none')
      throw new Unreachable('It answers no request that would show that nothing more arrives.');
    return this.request(this.#fence.method, this.#fence.params, limit);
  }

  async close(): Promise<void> {
    await this.#wire?.close();
  }

  // -------------------------------------------------------------------------------------------- receiving

  #receive(text: string, isUtf8 = true): void {
    if (this.#isFlooded) return;
    const at = this.#now() - this.#start;
    this.#characters += text.length;
    if (this.log.length >= maxMessages || this.#characters > maxCharacters) {
      this.#isFlooded = true;
      this.#ended ??= 'the suite reads no more: it sent too many messages';
      void this.#wire?.close();
    }
    this.log.push({ from: 'peer', at, text, ...parseText(text), ...(isUtf8 ? {} : { isUtf8 }) });
    const value = this.log.at(-1)?.value;
    if (isRequest(value)) void this.#respond(value);
    else if (isResponse(value)) this.#open.delete(value['id']);
    this.#changed();
  }

  async #respond(request: Fields): Promise<void> {
    const method = String(request['method']);
    const answer = this.#answers.get(method);
    const unknown = { error: { code: -32_601, message: `Method not found: ${method}` } };
    const outcome = answer === undefined ? unknown : await outcomeOf(answer, request);
    if (this.#ended === undefined) this.send({ jsonrpc: '2.0', id: request['id'], ...outcome });
  }

  /** Looks once for all messages that arrive together, so that a flood costs no look for each. */
  #changed(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    queueMicrotask(() => {
      this.#isLooking = false;
      // A watcher that has what it waits for is removed meanwhile; a Set allows that.
      for (const look of this.#watchers) look();
    });
  }
}

/** What an answer comes to; one that waits for the program in vain becomes an error. */
async function outcomeOf(answer: Answer, request: Fields): Promise<Outcome> {
  try {
    return await answer(fieldsOf(request['params']), request);
  } catch (error) {
    if (!isPeerFailure(error)) throw error;
    return { error: { code: -32_603, message: error.message } };
  }
}
