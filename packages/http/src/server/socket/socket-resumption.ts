/**
 * The state of a WebSocket client that can resume: its token, and what was received from it.
 *
 * Both sides count messages, except those of the extension: the client's start after `initialize`, ours after the
 * response to it.
 */
import { serializeMessage } from '@acp-stack/rpc';

import { acknowledgeAfter, receivedMethod, resumeKey, type ResumeOffer } from '../../wire/resumption.ts';
import { createName } from '../connection/connection-registry.ts';

export interface SocketResumptionOptions {
  /** Bytes of sent messages that are kept. */
  readonly bytes: number;
  /** The limit for one message of the client, in bytes. */
  readonly messageBytes: number;
  /** How many messages came before the response to `initialize`; they count. */
  readonly received: number;
}

export class SocketResumption {
  readonly token: string = createName();
  readonly #offer: Omit<ResumeOffer, 'token'>;
  #received: number;
  /** The last acknowledged count, and the bytes since then. */
  #acknowledged = 0;
  #unacknowledgedBytes = 0;

  constructor({ bytes, messageBytes, received }: SocketResumptionOptions) {
    this.#offer = { window: bytes, messageBytes };
    this.#received = received;
  }

  /** How many messages were received. */
  get received(): number {
    return this.#received;
  }

  /** Returns the response to `initialize` with the offer in it, as text. */
  offerIn(answer: object, result: object): string {
    const offer: ResumeOffer = { token: this.token, ...this.#offer };
    const { _meta: meta, ...rest } = result as { readonly _meta?: object };
    return serializeMessage({ ...answer, result: { ...rest, _meta: { ...meta, [resumeKey]: offer } } });
  }

  /** Counts a message of `bytes`. */
  count(bytes: number): void {
    this.#received += 1;
    this.#unacknowledgedBytes += bytes;
  }

  /** Returns the acknowledgement that is due, if one is; it counts as sent. */
  takeAcknowledgement(): string | undefined {
    const messages = this.#received - this.#acknowledged;
    if (messages < acknowledgeAfter.messages && this.#unacknowledgedBytes < acknowledgeAfter.bytes) return undefined;
    this.acknowledged();
    return serializeMessage({ jsonrpc: '2.0', method: receivedMethod, params: { count: this.#received } });
  }

  /** The client knows what was received. */
  acknowledged(): void {
    this.#acknowledged = this.#received;
    this.#unacknowledgedBytes = 0;
  }
}
