/**
 * Delivers a text that arrived as a message.
 *
 * It is parsed when it is delivered: what waits for a paused receiver takes no more memory than its text.
 */
import { parseMessage, type Receiver } from '@acp-stack/rpc';

/** Whether a message is delivered, or another one in its place. */
export type Inspection = boolean | { readonly message: unknown; readonly text: string };

export interface DeliverTextOptions {
  /** How deep the values in a message may be nested. */
  readonly depth: number;
  /** The limit for one message. */
  readonly messageBytes: number;
  /** Gets the messages in place of the receiver, once the channel is redirected. */
  readonly messages?: Pick<Receiver, 'receive'> | undefined;
  /** Sees each message first, and decides what the receiver gets. */
  inspect(message: unknown, text: string): Inspection;
}

export function deliverText(receiver: Receiver, text: string, options: DeliverTextOptions): void {
  const parsed = parseMessage(text, options);
  if (parsed.kind === 'problem') {
    receiver.reject(parsed.problem);
    return;
  }
  const inspection = options.inspect(parsed.message, text);
  const messages = options.messages ?? receiver;
  if (inspection === true) messages.receive(parsed.message, text);
  else if (inspection !== false) messages.receive(inspection.message, inspection.text);
}
