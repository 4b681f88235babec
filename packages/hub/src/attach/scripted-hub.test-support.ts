/** A hub whose sessions have a scripted owner: a test says what is stored, and looks at the items that arrive. */
import { memoryJournal } from '@acp-stack/journal';
import { memoryPair, systemClock, type Channel } from '@acp-stack/rpc';
import type { ResumeSessionRequest, SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { client, Connection, type Client, type ClientConnection } from '@acp-stack/sdk';

import type { AuditDetail } from '../access/audit-log.ts';
import type { Principal } from '../access/principal.ts';
import { FeedTable } from '../feed/feed-table.ts';
import { HubStore, newSessionId } from '../store/hub-store.ts';
import type { InboxEntry, LogEntry, LogRecord, Role } from '../store/records.ts';
import { hubApp, type HubApp } from './hub-app.ts';
import { hubKey } from './hub-meta.ts';
import type { HubParts } from './hub-parts.ts';

export const cwd = '/work/project';

export interface ScriptedHub extends AsyncDisposable {
  readonly app: HubApp;
  readonly store: HubStore;
  readonly feeds: FeedTable;
  /** What was noted in the audit log. */
  readonly notes: { readonly principal: string; readonly action: string; readonly detail: AuditDetail }[];
  /** How often the log of a session was read from the store. */
  readonly reads: { count: number };
  /** Makes a session with these members. */
  session(members?: Readonly<Record<string, Role>>): Promise<ScriptedSession>;
  /** A session that a client has created. */
  sessionOf(sessionId: string): ScriptedSession;
  /** Connects a client of the SDK. */
  connect(program: Client, options?: ConnectOptions): Promise<ClientConnection>;
  /** Connects a client at the low level, which has sent `initialize`. */
  raw(options?: ConnectOptions): Promise<RawClient>;
}

interface ConnectOptions {
  /** `ada` when absent. */
  readonly principal?: string;
  readonly capabilities?: object;
  /** The version that the client speaks; 2 when absent. */
  readonly version?: 1 | 2;
}

/** A session whose log the test writes. */
export interface ScriptedSession {
  readonly sessionId: string;
  /** Stores records and shows them to the clients. */
  append(...records: readonly LogRecord[]): Promise<void>;
  /** Stores an update of the conversation. */
  say(text: string): Promise<void>;
  /** Lets another node own the session: from now on this one looks at it once a second. */
  disown(): void;
  /** The items that have arrived. */
  items(): Promise<readonly InboxEntry[]>;
  /** Called with each item that arrives, after it was stored. */
  onItem: ((entry: InboxEntry) => void | Promise<void>) | undefined;
}

/** A client that sees every message. */
export interface RawClient extends AsyncDisposable {
  /** The channel of the client; the client stops reading with `pause`. */
  readonly channel: Channel;
  /** How many bytes the hub has sent that the client has not read. */
  readonly unread: () => number;
  readonly connection: Connection<'client'>;
  /** The params of the notifications that have arrived, with their methods. */
  readonly notifications: { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[];
  /** The texts of the messages that have arrived. */
  readonly texts: string[];
}

const refuse = (): never => {
  throw new Error('not in this test');
};

export async function scriptedHub(
  changes: Partial<HubParts> = {},
  historyOf?: (store: HubStore) => HubParts['history'],
): Promise<ScriptedHub> {
  const journal = memoryJournal();
  const store = new HubStore(journal);
  const reads = { count: 0 };
  const read = store.read.bind(store);
  store.read = (...args) => {
    reads.count += 1;
    return read(...args);
  };
  const feeds = new FeedTable({ store, clock: changes.clock ?? systemClock });
  const sessions = new Map<string, ScriptedSession>();
  const notes: { principal: string; action: string; detail: AuditDetail }[] = [];

  const open = async (members: Readonly<Record<string, Role>>): Promise<ScriptedSession> => {
    const [owner = 'ada'] = Object.entries(members).find(([, role]) => role === 'owner') ?? [];
    const sessionId = newSessionId();
    await store.create({ sessionId, owner, agent: 'test', cwd, additionalDirectories: [], node: 'one' });
    await store.patch(sessionId, { members });
    const disown = feeds.own(sessionId);
    const { token } = await store.fence(sessionId);
    const session: ScriptedSession = {
      sessionId,
      onItem: undefined,
      disown,
      append: async (...records) => {
        const { first } = await store.append(sessionId, records, { token });
        const changed = records.findLast((record) => record.kind === 'members');
        if (changed !== undefined) await store.patch(sessionId, { members: changed.members });
        const entries: LogEntry[] = records.map((record, index) => ({ sequence: first + index, at: 0, record }));
        feeds.publish(sessionId, entries, 0);
      },
      say: (text) => session.append({ kind: 'update', update: message(text) }),
      items: async () => {
        const items: InboxEntry[] = [];
        for await (const entry of store.inbox(sessionId, 0)) items.push(entry);
        return items;
      },
    };
    sessions.set(sessionId, session);
    return session;
  };

  const parts: HubParts = {
    generation: 'g1',
    store,
    feeds,
    directory: {
      node: 'one',
      submit: async (sessionId, request) => {
        const item = await store.submit(sessionId, request);
        await sessions.get(sessionId)?.onItem?.({ item, at: 0, request });
        return item;
      },
      ensureOwner: () => Promise.resolve(),
    },
    history: historyOf?.(store) ?? {
      replay: (sessionId, through) => updatesOf(store, sessionId, through),
      replayTail: async function* (sessionId, count, through) {
        const all: SessionUpdate[] = [];
        for await (const update of updatesOf(store, sessionId, through)) all.push(update);
        yield* all.slice(-count);
      },
    },
    createSession: async ({ name }) => {
      const { sessionId } = await open({ [name]: 'owner' });
      return { sessionId };
    },
    forkSession: async ({ name }) => {
      const { sessionId } = await open({ [name]: 'owner' });
      return { sessionId };
    },
    deleteSession: async (_, sessionId) => {
      await store.delete(sessionId);
    },
    principalOf: (name = 'local'): Principal => ({ name, isOperator: name === 'root' }),
    quotas: {
      request: () => undefined,
      attach: () => ({ [Symbol.dispose]: () => undefined }),
      prompt: () => undefined,
    },
    audit: { note: (principal, action, detail) => notes.push({ principal, action, detail: detail ?? {} }) },
    folders: { folder: (path) => Promise.resolve(path) },
    commands: {
      invite: refuse,
      invitations: refuse,
      revokeInvitation: refuse,
      acceptInvitation: refuse,
      search: refuse,
      sessions: refuse,
      status: () => ({ state: 'ok' }),
      drain: refuse,
      stopSession: refuse,
      audit: refuse,
    },
    clock: systemClock,
    log: () => undefined,
    ...changes,
  };
  const app = hubApp(parts, { name: 'hub', version: '1' });
  const closing: (() => Promise<void>)[] = [];

  const dial = ({ principal = 'ada' }: ConnectOptions): [left: Channel, right: Channel] => {
    const [left, right] = memoryPair();
    app.connect(right, { principal });
    return [left, right];
  };
  return {
    app,
    store,
    feeds,
    notes,
    reads,
    session: (members = { ada: 'owner' }) => open(members),
    sessionOf: (sessionId) => sessions.get(sessionId) ?? refuse(),
    connect: async (program, options = {}) => {
      const { version = 2 } = options;
      const connection = await program.connect(dial(options)[0], { versions: version === 1 ? [1] : [2] });
      closing.push(() => connection.close());
      return connection;
    },
    raw: async (options = {}) => {
      const raw = rawClient(...dial(options));
      closing.push(() => {
        raw.connection.destroy();
        return Promise.resolve();
      });
      const { capabilities = {} } = options;
      const params = { protocolVersion: 2, info: { name: 't', version: '1' }, capabilities };
      const response = (await raw.connection.requestRaw('initialize', params)) as { readonly capabilities: object };
      raw.connection.setAdvertised({ capabilities: response.capabilities });
      return raw;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(closing.map((close) => close()));
      feeds[Symbol.dispose]();
      await journal.close();
    },
  };
}

/** Capabilities of a client that knows of the hub. */
export const hubAware = { _meta: { [hubKey]: {}, 'acp-stack.dev/sessionLost': {} } };

/** A whole message of the agent. */
export const message = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message',
  messageId: `m-${text}`,
  content: [{ type: 'text', text }],
});

/** A client of the SDK of version 2. */
export const plainClient = (): Client => client({ name: 'test', version: '1' });

/** What a client has to send to open a session with its whole history. */
export const fromStart = ({ sessionId }: Pick<ScriptedSession, 'sessionId'>): ResumeSessionRequest => ({
  sessionId,
  cwd,
  replayFrom: { type: 'start' },
});

function rawClient(channel: Channel, other: Channel): RawClient {
  const connection = new Connection('client', channel, { versions: [2] });
  const notifications: RawClient['notifications'] = [];
  const texts: string[] = [];
  connection.onNotification('session/update', (params) => {
    notifications.push({ method: 'session/update', params: params as never });
    texts.push(...textsOf(params.update));
  });
  const own = [
    '_acp-stack.dev/hub/pending',
    '_acp-stack.dev/hub/question_closed',
    '_acp-stack.dev/session_lost',
  ] as const;
  for (const method of own) {
    connection.onNotification(
      method,
      (params) => params as Readonly<Record<string, unknown>>,
      (params) => {
        notifications.push({ method, params });
      },
    );
  }
  const unread = (): number => other.unsentBytes;
  return { channel, unread, connection, notifications, texts, [Symbol.asyncDispose]: () => connection.close() };
}

/** The texts of an update. */
export function textsOf(update: SessionUpdate): readonly string[] {
  const { content } = update as { readonly content?: unknown };
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.flatMap((block: unknown) => {
    const { text } = Object(block) as { readonly text?: unknown };
    return typeof text === 'string' ? text : [];
  });
}

async function* updatesOf(store: HubStore, sessionId: string, through: number): AsyncGenerator<SessionUpdate, void> {
  for await (const { sequence, record } of store.read(sessionId, 0)) {
    if (sequence > through) return;
    if (record.kind === 'update' && record.update.sessionUpdate !== 'state_update') yield record.update;
  }
}
