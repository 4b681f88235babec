/**
 * Messages that a session has accepted and not delivered, as events of its stream: kept, kept with other content, forgotten.
 *
 * What was delivered is an update like any other, and ends the waiting in the same write; so a message is either still to be delivered or was, wherever
 * the program stops.
 */
import type { AppendOptions } from '@acp-stack/journal';
import type { PendingMessage, PendingStore } from '@acp-stack/sdk';

interface PendingStream {
  readonly add: (sessionId: string, events: readonly unknown[], more?: AppendOptions) => Promise<unknown>;
  readonly events: (sessionId: string) => AsyncIterable<unknown>;
  /** The fact of this name. */
  readonly fact: (sessionId: string, name: string) => Promise<unknown>;
}

/** Says that the stream is worth reading: most sessions never have a message that waits. */
export const pendingFact = 'hasPending';

export function journalPending({ add, events, fact }: PendingStream): PendingStore {
  return {
    keep: async (sessionId, message) => {
      await add(sessionId, [{ type: 'pending', message }], { patch: { [pendingFact]: true } });
    },
    forget: async (sessionId, messageId) => {
      await add(sessionId, [{ type: 'forgotten', messageId }]);
    },
    list: async (sessionId) => {
      if ((await fact(sessionId, pendingFact)) !== true) return [];
      const waiting = new Map<string, PendingMessage>();
      for await (const event of events(sessionId)) fold(waiting, Object(event) as PendingEvent);
      // So that it is not read again for nothing; whoever does not own the session only reads.
      if (waiting.size === 0) await add(sessionId, [], { patch: { [pendingFact]: null } }).catch(() => undefined);
      return [...waiting.values()];
    },
  };
}

interface PendingEvent {
  readonly type?: unknown;
  readonly message?: PendingMessage;
  readonly messageId?: string;
  readonly update?: { readonly sessionUpdate?: unknown; readonly messageId?: unknown };
}

/** A message keeps its place when its content changes, as an entry of a map does. */
function fold(waiting: Map<string, PendingMessage>, { type, message, messageId, update }: PendingEvent): void {
  if (type === 'pending' && message !== undefined) waiting.set(message.messageId, message);
  if (type === 'forgotten') waiting.delete(String(messageId));
  if (type === 'update' && update?.sessionUpdate === 'user_message') waiting.delete(String(update.messageId));
}
