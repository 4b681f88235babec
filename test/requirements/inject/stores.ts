/** Stores for programs that stop: what a program has not written when it is killed is never written. */
import { memoryJournal } from '@acp-stack/journal';
import { memoryStore, type SessionStore } from '@acp-stack/sdk';

import { journalStore } from '@acp-stack/journal/session-store';
import { wordsOf, type Left } from './inject-model.ts';

export type StoreKind = 'memory' | 'kept first' | 'journal';

/** The store of one program. */
export interface Life {
  readonly store: SessionStore;
  /** Stops the program: its writes never end. */
  readonly kill: () => void;
}

/** What outlives programs. */
export interface Ground {
  readonly begin: () => Life;
  readonly left: (sessionId: string) => Promise<Left>;
  /** How often something was written. */
  readonly writes: () => number;
  /** Whether a program may be killed: a store that writes after it has said something may say it twice. */
  readonly canKill: boolean;
}

export function ground(kind: StoreKind): Ground {
  const journal = memoryJournal();
  const memory = memoryStore();
  const inner = (): SessionStore => (kind === 'journal' ? journalStore(journal) : memory);
  let writes = 0;
  const begin = (): Life => {
    let isDead = false;
    const written = inner();
    const { pending } = written;
    if (pending === undefined) throw new Error('the store keeps what waits');
    const turn = async (): Promise<void> => {
      writes += 1;
      if (kind === 'kept first') await new Promise<void>((resolve) => void setImmediate(resolve));
      if (isDead) await new Promise(() => undefined);
      writes += 1;
    };
    const store: SessionStore = {
      ...written,
      persistBeforeSend: kind !== 'memory',
      patch: async (sessionId, changes) => {
        await turn();
        await written.patch(sessionId, changes);
      },
      append: async (sessionId, update) => {
        await turn();
        await written.append(sessionId, update);
      },
      ...(written.appendAll === undefined
        ? {}
        : {
            appendAll: async (sessionId, updates) => {
              await turn();
              await written.appendAll?.(sessionId, updates);
            },
          }),
      pending: {
        ...pending,
        keep: async (sessionId, message) => {
          await turn();
          await pending.keep(sessionId, message);
        },
        forget: async (sessionId, messageId) => {
          await turn();
          await pending.forget(sessionId, messageId);
        },
      },
    };
    return {
      store: kind === 'memory' ? { ...store, persistBeforeSend: false } : store,
      kill: () => {
        isDead = true;
      },
    };
  };
  return {
    begin,
    writes: () => writes,
    canKill: kind !== 'memory',
    left: async (sessionId) => {
      const store = inner();
      const pending = (await store.pending?.list(sessionId)) ?? [];
      const said: string[] = [];
      for await (const update of store.history(sessionId))
        if (update.sessionUpdate === 'user_message') said.push(update.messageId);
      return {
        pending: pending.map(({ messageId, mode, content }) => ({ messageId, mode, words: wordsOf(content) })),
        said,
      };
    },
  };
}
