/**
 * Injected messages that an agent accepted before the session was opened, and has not delivered yet (draft).
 *
 * The protocol has no list of them, and they are never replayed (INJ-19). So an agent that has stored some lists them
 * in the `_meta` of the response that opens the session; clients that do not read it see each when it is delivered.
 */
import { isJsonObject } from '@acp-stack/schema/json-object';
import type { ContentBlock, InjectMode, Meta } from '@acp-stack/schema/v2/unstable';

/** An injected message that was accepted and not delivered yet. */
export interface PendingMessage {
  /** The id of the message, before and after it is delivered. */
  readonly messageId: string;
  /** `queue`: it waits for the end of the turn. `steer`: it is delivered within the turn. */
  readonly mode: InjectMode;
  /** What the user said. */
  readonly content: readonly ContentBlock[];
}

const key = 'acp-stack.dev/pendingMessages';

export const pendingMessages: {
  /** The fields of a response that list the messages; empty when there are none. */
  readonly write: (messages: readonly PendingMessage[]) => { readonly _meta?: Meta };
  /** The messages that a response lists; malformed entries are left out. */
  readonly read: (response: unknown) => readonly PendingMessage[];
} = {
  write: (messages) => (messages.length === 0 ? {} : { _meta: { [key]: messages } }),
  read: (response) => {
    const { _meta: meta } = response as { readonly _meta?: Readonly<Record<string, unknown>> | null };
    const messages = meta?.[key];
    return Array.isArray(messages) ? messages.filter(isPendingMessage) : [];
  },
};

function isPendingMessage(value: unknown): value is PendingMessage {
  if (!isJsonObject(value)) return false;
  const { messageId, mode, content } = value;
  return typeof messageId === 'string' && typeof mode === 'string' && Array.isArray(content);
}
