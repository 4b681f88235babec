/**
 * What was agreed on with a WebSocket client that can come back: by which name it does, and how much has come from it.
 *
 * Both sides count the messages that are not of the extension, the client's from its first after `initialize`, ours from the first after the answer.
 */
import { serializeMessage } from '@acp-stack/rpc';

import { acknowledgeAfter, receivedMethod, resumeKey, type ResumeOffer } from '../../wire/resumption.ts';
import { createName } from '../connection/connection-registry.ts';

export interface SocketResumptionOptions {
  /** Bytes of sent messages that are kept. */
  readonly bytes: number;
  /** Bytes that a message of the client may have. */
  readonly messageBytes: number;
  /** How many messages came before the agreement; they count. */
  readonly received: number;
}

export class SocketResumption {
  readonly token: string = createName();
  readonly #offer: Omit<ResumeOffer, 'token'>;
  #received: number;
  /** What the client was last told, and how many bytes ago. */
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

  /** The text of the answer to `initialize`, with the offer in it. */
  offerIn(answer: object, result: object): string {
    const offer: ResumeOffer = { token: this.token, ...this.#offer };
    const { _meta: meta, ...rest } = result as { readonly _meta?: object };
    return serializeMessage({ ...answer, result: { ...rest, _meta: { ...meta, [resumeKey]: offer } } });
  }

  /** Counts a message of `bytes`; the text of an acknowledgement when one is due. */
  count(bytes: number): string | undefined {
    this.#received += 1;
    this.#unacknowledgedBytes += bytes;
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
