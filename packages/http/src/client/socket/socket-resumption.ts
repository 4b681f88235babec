/**
 * The state that survives from socket to socket: what was received, and what may have to be sent again.
 *
 * Both sides count messages, except those of the extension: the client's start after `initialize`, the server's after
 * the response to it.
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

/** What a received text was: a message for the program, or one of the extension. */
export type Arrival = 'message' | 'acknowledgement' | 'end';

/** Ids and methods of the extension start with this. */
const ownPrefix = 'acp-stack.dev/';
const resumeId = `${ownPrefix}resume`;
/** Messages of the extension are shorter than this. */
const longestOwn = 256;
const ownNote = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', method, params });

export class SocketResumption {
  readonly #token: string;
  readonly #sendQueue: SendQueue;
  #received = 0;
  /** Counted since the last acknowledgement. */
  #untoldMessages = 0;
  #untoldBytes = 0;
  #isEndTold = false;
  #hasServerEnded = false;

  constructor({ token }: Pick<ResumeOffer, 'token'>, outgoing: SendQueue) {
    this.#token = token;
    this.#sendQueue = outgoing;
    outgoing.keep();
  }

  /** Whether both sides have ended. */
  get isOver(): boolean {
    return this.#isEndTold && this.#hasServerEnded;
  }

  /** Sends the resume request on a new socket. */
  ask(sender: Sender): void {
    const params: ResumeParams = { token: this.#token, received: this.#received };
    sender.send(JSON.stringify({ jsonrpc: '2.0', id: resumeId, method: resumeMethod, params }));
  }

  /**
   * Reads the response to it, and sends again what the server has not received; returns undefined if `text` is another
   * message.
   */
  answered(text: string, sender: Sender): 'resumed' | 'history-lost' | undefined {
    const message = parsed(text);
    if (!isResponse(message) || message.id !== resumeId) return undefined;
    const { received } = fieldsOf(message.result);
    return typeof received === 'number' && this.#sendQueue.repeat(received, sender) ? 'resumed' : 'history-lost';
  }

  /** Classifies a received text; messages of the extension are handled here and not counted. */
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

  /** Tells the server that the client has ended its side; the server closes the socket when it has ended too. */
  tellEnd(sender: Sender): void {
    this.#isEndTold = true;
    sender.send(ownNote(endedMethod, {}));
  }

  /** Tells it again on a new socket, if it was told before. */
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
