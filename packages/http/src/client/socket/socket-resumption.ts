/**
 * What was agreed on with a server that can resume, from socket to socket: what came from it, and what it may have to be sent again.
 *
 * Both sides count the messages that are not of the extension, ours from the first after `initialize`, the server's from the first
 * after the answer to it.
 */
import {
  acknowledgeAfter,
  endedMethod,
  receivedMethod,
  resumeMethod,
  type ReceivedParams,
  type ResumeOffer,
  type ResumeParams,
} from '../../wire/resumption.ts';
import { isResponse } from '../../wire/stream-scope.ts';
import { fieldsOf, parsed } from '../../wire/json-fields.ts';
import type { SendQueue, Sender } from './send-queue.ts';

/** What a text was: of the program, or of the extension. */
export type Arrival = 'message' | 'acknowledgement' | 'end';

/** Ids and methods that begin like this are ours and not the program's. */
const ownPrefix = 'acp-stack.dev/';
const resumeId = `${ownPrefix}resume`;
/** Messages of the extension are shorter. */
const longestOwn = 256;
const ownNote = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', method, params });

export class SocketResumption {
  readonly #token: string;
  readonly #sendQueue: SendQueue;
  #received = 0;
  /** Since the server was last told what arrived. */
  #untoldMessages = 0;
  #untoldBytes = 0;
  #isEndTold = false;
  #hasServerEnded = false;

  constructor({ token }: Pick<ResumeOffer, 'token'>, outgoing: SendQueue) {
    this.#token = token;
    this.#sendQueue = outgoing;
    outgoing.keep();
  }

  /** Whether neither side has anything more to say. */
  get isOver(): boolean {
    return this.#isEndTold && this.#hasServerEnded;
  }

  /** Asks on a new socket to go on. */
  ask(sender: Sender): void {
    const params: ResumeParams = { token: this.#token, received: this.#received };
    sender.send(JSON.stringify({ jsonrpc: '2.0', id: resumeId, method: resumeMethod, params }));
  }

  /** Reads the answer to that, and sends again what the server has not received; undefined when `text` is something else. */
  answered(text: string, sender: Sender): 'resumed' | 'history-lost' | undefined {
    const message = parsed(text);
    if (!isResponse(message) || message.id !== resumeId) return undefined;
    const { received } = fieldsOf(message.result);
    return typeof received === 'number' && this.#sendQueue.repeat(received, sender) ? 'resumed' : 'history-lost';
  }

  /** Takes what arrived; the program never sees what is of the extension, and it does not count. */
  take(text: string, sender: Sender): Arrival {
    const own = this.#takeOwn(text);
    if (own !== undefined) return own;
    this.#received += 1;
    this.#untoldMessages += 1;
    this.#untoldBytes += text.length;
    if (this.#untoldMessages >= acknowledgeAfter.messages || this.#untoldBytes >= acknowledgeAfter.bytes) {
      this.#untoldMessages = 0;
      this.#untoldBytes = 0;
      sender.send(ownNote(receivedMethod, { count: this.#received } satisfies ReceivedParams));
    }
    return 'message';
  }

  /** Tells the server that nothing more comes; it closes the socket when it has said everything, too. */
  tellEnd(sender: Sender): void {
    this.#isEndTold = true;
    sender.send(ownNote(endedMethod, {}));
  }

  /** Tells it again on a new socket, where it was told before. */
  repeatEnd(sender: Sender): void {
    if (this.#isEndTold) this.tellEnd(sender);
  }

  #takeOwn(text: string): Exclude<Arrival, 'message'> | undefined {
    if (text.length > longestOwn || !text.includes(ownPrefix)) return undefined;
    const { method, params } = fieldsOf(parsed(text));
    if (method === receivedMethod) {
      const { count } = fieldsOf(params);
      if (typeof count === 'number') this.#sendQueue.received(count);
      return 'acknowledgement';
    }
    if (method !== endedMethod) return undefined;
    this.#hasServerEnded = true;
    return 'end';
  }
}
