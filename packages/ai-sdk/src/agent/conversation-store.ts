/**
 * The messages of the model, stored beside the history of each session.
 *
 * A store with notes, such as that of `journalStore`, keeps them exactly, in the same place as the session. With
 * another one they are kept in memory, and after a restart what was said is read from the history.
 */
import { emptyTranscript, fold, messages as messagesIn, textOf } from '@acp-stack/transcript';
import { memoryStore, RpcError, type AgentSession, type SessionStore } from '@acp-stack/sdk';
import type { ModelMessage } from 'ai';

import { withEveryResult } from './repair.ts';

/** What an agent stores about a session for itself. */
export interface ConversationNotes {
  /** Resolves when the note is stored. */
  add(note: { readonly type: string }): Promise<void>;
  /** The notes in the order in which they were added. */
  read(): AsyncIterable<unknown>;
}

/** A session store that may also store notes. */
export interface NotedStore extends SessionStore {
  /** The notes of a session. */
  readonly notes?: (sessionId: string) => ConversationNotes;
  /** The store for one connection. */
  view?(connection: object): NotedStore;
}

interface MessagesNote {
  readonly type: 'ai-sdk-messages';
  readonly messages: readonly ModelMessage[];
}

/** The conversation of one session with the model. */
export class Conversation {
  /** Everything so far. */
  readonly messages: ModelMessage[];
  readonly #notes: ConversationNotes | undefined;

  constructor(messages: readonly ModelMessage[], notes: ConversationNotes | undefined) {
    this.messages = [...messages];
    this.#notes = notes;
  }

  /** Appends messages; resolves when they are stored. If they cannot be, the conversation stays as it was. */
  async add(messages: readonly ModelMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const note: MessagesNote = { type: 'ai-sdk-messages', messages };
    try {
      await this.#notes?.add(note);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new RpcError(-32603, `The conversation cannot be stored: ${why}`, { cause: error });
    }
    this.messages.push(...messages);
  }

  /** Gives every call of a tool a result: the program may have died, or the user cancelled, before it had one. */
  repair(): void {
    this.messages.splice(0, this.messages.length, ...withEveryResult(this.messages));
  }
}

export class ConversationStore {
  /** The store for the sessions of `agent()`. */
  readonly sessions: SessionStore;
  readonly #store: NotedStore;
  readonly #views = new WeakMap<object, NotedStore>();
  readonly #open = new WeakMap<AgentSession, Promise<Conversation>>();

  constructor(store: NotedStore | undefined) {
    this.#store = store ?? memoryStore();
    this.sessions = this.#store.view === undefined ? this.#store : this.#withSharedViews(this.#store);
  }

  /** The conversation of a session. */
  open(session: AgentSession): Promise<Conversation> {
    const known = this.#open.get(session) ?? this.#read(session);
    this.#open.set(session, known);
    return known;
  }

  /** Gives a session that was forked the conversation of its origin. */
  async copy(session: AgentSession): Promise<void> {
    if (session.forkedFrom === undefined) return;
    const store = this.#viewOf(session.connection);
    const messages = await readMessages(store, session.forkedFrom);
    const opening = Promise.resolve(new Conversation([], store.notes?.(session.id)));
    this.#open.set(
      session,
      opening.then((conversation) => {
        conversation.messages.push(...messages);
        return conversation;
      }),
    );
    // A fork is in the store once it is open.
    session.onOpened(async () => {
      await store.notes?.(session.id).add({ type: 'ai-sdk-messages', messages } as MessagesNote);
    });
  }

  async #read({ id, connection }: AgentSession): Promise<Conversation> {
    const store = this.#viewOf(connection);
    return new Conversation(await readMessages(store, id), store.notes?.(id));
  }

  /** The store that the SDK uses for the connection too: only the writer of a session may add notes to it. */
  #viewOf(connection: object): NotedStore {
    const view = this.#views.get(connection) ?? this.#store.view?.(connection) ?? this.#store;
    this.#views.set(connection, view);
    return view;
  }

  #withSharedViews(store: NotedStore): SessionStore {
    return new Proxy(store, {
      get: (target, name) => {
        if (name === 'view') return (connection: object) => this.#viewOf(connection);
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }
}

async function readMessages(store: NotedStore, sessionId: string): Promise<readonly ModelMessage[]> {
  if (store.notes === undefined) return said(store, sessionId);
  const messages: ModelMessage[] = [];
  for await (const note of store.notes(sessionId).read()) if (isMessages(note)) messages.push(...note.messages);
  return messages;
}

const isMessages = (note: unknown): note is MessagesNote =>
  (note as Partial<MessagesNote>).type === 'ai-sdk-messages' && Array.isArray((note as Partial<MessagesNote>).messages);

/** What the user and the agent have said, without the calls of tools. */
async function said(store: NotedStore, sessionId: string): Promise<readonly ModelMessage[]> {
  let transcript = emptyTranscript();
  for await (const update of store.history(sessionId)) transcript = fold(transcript, update);
  return messagesIn(transcript).flatMap(({ type, content }): readonly ModelMessage[] => {
    const text = textOf(content);
    return text === '' ? [] : [{ role: type === 'user_message' ? 'user' : 'assistant', content: text }];
  });
}
