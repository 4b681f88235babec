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
const controlPrefix = 'acp-stack.dev/';
const resumeId = `${controlPrefix}resume`;
/** Messages of the extension are shorter than this. */
const maxControlLength = 256;
const controlMessage = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', method, params });

/** Bytes that may wait for the server before acknowledgements wait too. */
const unsentLimit = 1024 * 1024;

interface AcknowledgingSender extends Sender {
  readonly unsentBytes: number;
}

export class SocketResumption {
  readonly #token: string;
  readonly #sendQueue: SendQueue;
  #received = 0;
  /** Counted since the last acknowledgement. */
  #unacknowledgedMessages = 0;
  #unacknowledgedBytes = 0;
  #isEndSent = false;
  #hasServerEnded = false;

  constructor({ token }: Pick<ResumeOffer, 'token'>, outgoing: SendQueue) {
    this.#token = token;
    this.#sendQueue = outgoing;
    outgoing.keep();
  }

  /** Whether both sides have ended. */
  get isOver(): boolean {
    return this.#isEndSent && this.#hasServerEnded;
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
  take(text: string, sender: AcknowledgingSender): Arrival {
    const control = this.#readControl(text);
    if (control !== undefined) return control;
    this.#received += 1;
    this.#unacknowledgedMessages += 1;
    this.#unacknowledgedBytes += text.length;
    this.acknowledge(sender);
    return 'message';
  }

  /** Sends the acknowledgement that is due, if one is; not while too much waits for the server. */
  acknowledge(sender: AcknowledgingSender): void {
    const isDue =
      this.#unacknowledgedMessages >= acknowledgeAfter.messages || this.#unacknowledgedBytes >= acknowledgeAfter.bytes;
    if (!isDue || sender.unsentBytes >= unsentLimit) return;
    this.#unacknowledgedMessages = 0;
    this.#unacknowledgedBytes = 0;
    sender.send(controlMessage(receivedMethod, { count: this.#received } satisfies ReceivedParams));
  }

  /** Tells the server that the client has ended its side; the server closes the socket when it has ended too. */
  sendEnd(sender: Sender): void {
    this.#isEndSent = true;
    sender.send(controlMessage(endedMethod, {}));
  }

  /** Sends it again on a new socket, if it was sent before. */
  repeatEnd(sender: Sender): void {
    if (this.#isEndSent) this.sendEnd(sender);
  }

  #readControl(text: string): Exclude<Arrival, 'message'> | undefined {
    if (text.length > maxControlLength || !text.includes(controlPrefix)) return undefined;
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
