/**
 * What an agent says about messages that it accepted before the session was opened, and has not delivered (draft).
 *
 * The protocol has no list of them, and they are never replayed (INJ-19). So an agent that kept some says so in the `_meta` of the answer that opens
 * the session; who does not look for it sees each when it is delivered.
 */
import type { ContentBlock, InjectMode, Meta } from '@acp-stack/schema/v2/unstable';

import { isObject } from './json-object.ts';

/** A message that was accepted and not delivered yet. */
export interface PendingMessage {
  /** Names it until it is delivered, and in the conversation afterwards. */
  readonly messageId: string;
  /** Whether it waits for the end of the turn, or goes into it. */
  readonly mode: InjectMode;
  /** What the user said. */
  readonly content: readonly ContentBlock[];
}

const key = 'acp-stack.dev/pendingMessages';

export const pendingMessages: {
  /** The part of an answer that names them; nothing when there are none. */
  readonly write: (messages: readonly PendingMessage[]) => { readonly _meta?: Meta };
  /** Those that an answer names; what is no message is left out. */
  readonly read: (answer: unknown) => readonly PendingMessage[];
} = {
  write: (messages) => (messages.length === 0 ? {} : { _meta: { [key]: messages } }),
  read: (answer) => {
    const { _meta: meta } = answer as { readonly _meta?: Readonly<Record<string, unknown>> | null };
    const messages = meta?.[key];
    return Array.isArray(messages) ? messages.filter(isPendingMessage) : [];
  },
};

function isPendingMessage(value: unknown): value is PendingMessage {
  if (!isObject(value)) return false;
  const { messageId, mode, content } = value;
  return typeof messageId === 'string' && typeof mode === 'string' && Array.isArray(content);
}
