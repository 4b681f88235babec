/**
 * Sends the messages of a connection.
 *
 * A channel that is full pauses the connection that the messages come from. A message that cannot be sent is answered,
 * if it waits for an answer; the end of a channel is reported by the channel itself.
 */
import { ConnectionError, rpcCodes, type Channel, type UnparsedMessage, type RequestId } from '@acp-stack/rpc';
import { isJsonObject } from '@acp-stack/schema/json-object';

import type { Observe } from '../observe/chain-event.ts';
import { errorObject } from './error-response.ts';
import type { Flow, FlowEnd } from './flow.ts';

/** The connection. */
export interface OutgoingOwner extends FlowEnd {
  readonly channel: Channel;
  readonly observe: Observe | undefined;
  /** Answers a request that could not be sent to the other side. */
  fail(id: RequestId, words: string): void;
}

export class OutgoingMessages {
  readonly #owner: OutgoingOwner;
  readonly #flow: Flow;

  constructor(owner: OutgoingOwner, flow: Flow) {
    this.#owner = owner;
    this.#flow = flow;
  }

  /** Sends a message; with `text` it is not serialized. */
  send(message: unknown, text: string | undefined): void {
    try {
      if (!this.#owner.channel.send(message, text)) this.#flow.full(this.#owner);
    } catch (error) {
      this.#couldNotSend(message, error);
    }
  }

  /** Sends a message that was not parsed; returns false if the channel needs the message itself. */
  sendUnparsed(message: UnparsedMessage): boolean {
    const { channel } = this.#owner;
    if (channel.sendUnparsed === undefined) return false;
    try {
      if (!channel.sendUnparsed(message)) this.#flow.full(this.#owner);
    } catch (error) {
      this.#couldNotSend(JSON.parse(message.text), error);
    }
    return true;
  }

  #couldNotSend(message: unknown, error: unknown): void {
    if (!(error instanceof ConnectionError)) throw error;
    const { observe, name } = this.#owner;
    observe?.({ kind: 'refused', from: 'conductor', reason: error.message, message });
    if (error.code === 'closed' || !isJsonObject(message)) return;
    const words = `The message could not be sent to ${name}: ${error.message}`;
    const { method, id } = message;
    if (method !== undefined) this.#owner.fail(id as RequestId, words);
    // A response that is too long becomes an error, which the other side can wait for.
    else this.#trySend({ jsonrpc: '2.0', id, error: errorObject(rpcCodes.internalError, words) });
  }

  #trySend(message: unknown): void {
    try {
      this.#owner.channel.send(message);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
    }
  }
}
