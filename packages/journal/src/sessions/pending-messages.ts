/**
 * The messages that a session has accepted and not delivered, as events of its stream: added, replaced, removed.
 *
 * The update that delivers a message also removes it, in the same write. So a message is either pending or delivered,
 * wherever the program stops.
 */
import type { AppendOptions } from '../contract/journal.ts';
import type { StoredPending, WaitingMessage } from './stored-session.ts';

interface PendingStream {
  readonly add: (sessionId: string, events: readonly unknown[], more?: AppendOptions) => Promise<unknown>;
  readonly events: (sessionId: string) => AsyncIterable<unknown>;
  /** The fact with this name. */
  readonly fact: (sessionId: string, name: string) => Promise<unknown>;
}

/** Whether the stream has to be read: most sessions never have a pending message. */
export const pendingFact = 'hasPending';

/** The types of the events below. */
export const pendingEvents: ReadonlySet<unknown> = new Set(['pending', 'forgotten']);

export function pendingMessagesOf({ add, events, fact }: PendingStream): StoredPending {
  return {
    keep: async (sessionId, message) => {
      await add(sessionId, [{ type: 'pending', message }], { patch: { [pendingFact]: true } });
    },
    forget: async (sessionId, messageId) => {
      await add(sessionId, [{ type: 'forgotten', messageId }]);
    },
    list: async (sessionId) => {
      if ((await fact(sessionId, pendingFact)) !== true) return [];
      const waiting = new Map<string, WaitingMessage>();
      for await (const event of events(sessionId)) fold(waiting, Object(event) as PendingEvent);
      // Clears the fact, so that the stream is not read again; a program that does not own the session only reads.
      if (waiting.size === 0) await add(sessionId, [], { patch: { [pendingFact]: null } }).catch(() => undefined);
      return [...waiting.values()];
    },
  };
}

interface PendingEvent {
  readonly type?: unknown;
  readonly message?: WaitingMessage;
  readonly messageId?: string;
  readonly update?: { readonly sessionUpdate?: unknown; readonly messageId?: unknown };
}

/** A message keeps its position when its content changes, as an entry of a map does. */
function fold(waiting: Map<string, WaitingMessage>, { type, message, messageId, update }: PendingEvent): void {
  if (type === 'pending' && message !== undefined) waiting.set(message.messageId, message);
  if (type === 'forgotten') waiting.delete(String(messageId));
  if (type === 'update' && update?.sessionUpdate === 'user_message') waiting.delete(String(update.messageId));
}
