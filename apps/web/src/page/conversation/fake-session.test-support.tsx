/** A session for tests of components: its transcript changes with `apply`, and listeners are called at once. */
import type { SessionSnapshot, SessionStore } from '@acp-stack/react';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { TranscriptStore } from '@acp-stack/transcript';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';

export interface FakeSession {
  readonly session: SessionStore;
  /** Applies updates, as one frame. */
  readonly apply: (...updates: readonly SessionUpdate[]) => void;
  readonly cancelled: readonly string[];
}

const snapshot: SessionSnapshot = {
  status: 'open',
  error: undefined,
  id: 'session_1',
  cwd: '/work',
  hub: { principal: 'me' },
  hasEarlier: false,
  sending: [],
};

const never = (): (() => void) => () => undefined;

export function fakeSession(changes: Partial<SessionSnapshot> = {}): FakeSession {
  const store = new TranscriptStore();
  const cancelled: string[] = [];
  const state = { ...snapshot, ...changes };
  const listeners = new Set<() => void>();
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  let ids: readonly string[] = [];
  const session = {
    id: state.id,
    status: state.status,
    snapshot: () => state,
    subscribe: never,
    transcript: store.snapshot,
    subscribeTranscript: listen,
    subscribeEntryIds: listen,
    entryIds: () => {
      const next = store
        .snapshot()
        .entries.toArray()
        .map(({ id }) => id);
      if (next.length !== ids.length) ids = next;
      return ids;
    },
    subscribeEntry: (_: string, listener: () => void) => listen(listener),
    subscribeTerminal: (_: string, listener: () => void) => listen(listener),
    cancelToolCall: async (id: string) => {
      cancelled.push(id);
    },
  } as unknown as SessionStore;
  return {
    session,
    cancelled,
    apply: (...updates) => {
      act(() => {
        for (const update of updates) store.apply(update);
        for (const listener of listeners) listener();
      });
    },
  };
}

/** A place in the page for a component; disposing of it removes the component. */
export function place(): { readonly element: HTMLElement; readonly draw: (node: ReactNode) => void } & Disposable {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const element = document.createElement('div');
  const root = createRoot(element);
  const draw = (node: ReactNode): void => {
    act(() => {
      root.render(node);
    });
  };
  return {
    element,
    draw,
    [Symbol.dispose]: () => {
      act(() => {
        root.unmount();
      });
      vi.unstubAllGlobals();
    },
  };
}

/** A chunk of a message of the agent. */
export const chunk = (messageId: string, text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text },
});
