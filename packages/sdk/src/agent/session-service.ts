/** Opens, lists, changes and closes the sessions of one connection, from a store. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import {
  errorCodes,
  type ForkSessionRequest,
  type ListSessionsRequest,
  type ListSessionsResponse,
  type NewSessionRequest,
  type NewSessionResponse,
  type ResumeSessionRequest,
  type ResumeSessionResponse,
  type SessionCapabilities,
  type SessionInfo,
  type SystemPrompt,
} from '@acp-stack/schema/v2/unstable';

import { hasCapability } from '../connection/capability-gate.ts';
import { requireAbsolutePath } from '../shared/absolute-path.ts';
import { pendingMessages } from '../shared/pending-messages.ts';
import { AgentSession, stateOf, type AgentSessionHost } from './session/agent-session.ts';
import { takePendingMessages, releasePendingMessages } from './session/pending-message-owner.ts';
import { attachmentOf, noDirectories, type SessionSetup } from './session/session-attachment.ts';
import type { SessionState } from './session/session-state.ts';
import { shortTitle } from './session/short-title.ts';
import { endInterruptedWork } from './store/interrupted-work.ts';
import { mergedHistory } from './store/merged-history.ts';
import type { SessionRecord, SessionStore } from './store/session-store.ts';
import { checkPromptContent } from './turn/prompt-content.ts';

/** How a session was opened. */
export type SessionOrigin = 'new' | 'resumed' | 'forked';

export interface SessionServiceOptions extends AgentSessionHost {
  readonly capabilities: () => SessionCapabilities;
  /** Lets the program set up a session before the response. */
  readonly onOpen: (session: AgentSession, origin: SessionOrigin) => void | Promise<void>;
}

const archiveFilters = ['exclude', 'include', 'only'] as const;

export class SessionService {
  readonly #options: SessionServiceOptions;
  readonly #open = new Map<string, AgentSession>();
  /** The last resume of each session that is under way. */
  readonly #resuming = new Map<string, Promise<unknown>>();

  constructor(options: SessionServiceOptions) {
    this.#options = options;
  }

  get #store(): SessionStore {
    return this.#options.store;
  }

  /** The open session; throws -32002 if there is none (SETUP-22). */
  get(sessionId: string): AgentSession {
    const session = this.#open.get(sessionId);
    if (session === undefined) throw unknownSession(sessionId);
    return session;
  }

  /** The state of the open session; throws -32002 if there is none. */
  stateOf(sessionId: string): SessionState<AgentSession> {
    return stateOf(this.get(sessionId));
  }

  find(sessionId: string): AgentSession | undefined {
    return this.#open.get(sessionId);
  }

  get sessions(): IterableIterator<AgentSession> {
    return this.#open.values();
  }

  async create(params: NewSessionRequest): Promise<NewSessionResponse> {
    const { cwd, additionalDirectories } = this.#checkSetup(params);
    const sessionId = this.#newId();
    // Without a spread, which would allocate room for fields that are never set.
    const record: SessionRecord = { sessionId, cwd, additionalDirectories, updatedAt: now(), archived: false };
    const session = await this.#prepare(record, params, { origin: 'new' });
    await this.#store.create(record);
    return this.#announce(session);
  }

  /** Resumes of one session run one at a time, so that a failed resume never releases the claim of a later one. */
  resume(params: ResumeSessionRequest): Promise<ResumeSessionResponse> {
    const { sessionId } = params;
    const resume = (): Promise<ResumeSessionResponse> => this.#resume(params);
    const before = this.#resuming.get(sessionId);
    const resumed = before === undefined ? resume() : before.then(resume, resume);
    this.#resuming.set(sessionId, resumed);
    return resumed.finally(() => {
      if (this.#resuming.get(sessionId) === resumed) this.#resuming.delete(sessionId);
    });
  }

  /** A new session that begins with the history of another (FORK-02). */
  async fork(params: ForkSessionRequest): Promise<NewSessionResponse> {
    const roots = this.#checkSetup(params);
    const source = await this.#stored(params.sessionId);
    const record: SessionRecord = {
      ...source,
      ...roots,
      sessionId: this.#newId(),
      updatedAt: now(),
      archived: false,
      isWorking: false,
    };
    const session = await this.#prepare(record, params, { origin: 'forked', forkedFrom: source.sessionId });
    await this.#open.get(source.sessionId)?.flush();
    await this.#store.create(record);
    for await (const update of mergedHistory(this.#store.history(source.sessionId)))
      await this.#store.append(record.sessionId, update);
    await endInterruptedWork(this.#store, record.sessionId);
    return this.#announce(session);
  }

  async list({ cwd, cursor, archived }: ListSessionsRequest): Promise<ListSessionsResponse> {
    const filter = archiveFilters.find((each) => each === (archived ?? 'exclude'));
    if (filter === undefined) throw invalid('archived must be exclude, include or only.', { archived });
    if (typeof cwd === 'string') requireAbsolutePath('cwd', cwd);
    try {
      const page = await this.#store.list({ cwd: cwd ?? null, cursor: cursor ?? null, archived: filter });
      const sessions = page.sessions.map((record) => this.#info(record));
      return page.nextCursor === undefined ? { sessions } : { sessions, nextCursor: page.nextCursor };
    } catch (error) {
      if (error instanceof RangeError) throw invalid('The cursor is unknown.', { cursor });
      throw error;
    }
  }

  /** Closes a session; one that is not open is closed already. Pending messages are dropped (INJ-21). */
  async close(sessionId: string): Promise<void> {
    await this.#end(sessionId, 'closed');
  }

  async delete(sessionId: string): Promise<void> {
    await this.close(sessionId);
    await this.#store.delete?.(sessionId);
  }

  async archive(sessionId: string, archived: boolean): Promise<void> {
    await this.#stored(sessionId);
    if (archived) await this.close(sessionId);
    await this.#store.patch(sessionId, { archived });
  }

  async status(sessionId: string): Promise<'open' | 'saved'> {
    await this.#stored(sessionId);
    return this.#open.has(sessionId) ? 'open' : 'saved';
  }

  /** Stores a title; returns it as it was stored (TITLE-01, TITLE-02). */
  async setTitle(sessionId: string, requested: string): Promise<string> {
    const title = shortTitle(requested.trim());
    if (title === '') throw invalid('The title is empty.', { title: requested });
    await this.#stored(sessionId);
    const session = this.#open.get(sessionId);
    if (session === undefined) await this.#store.patch(sessionId, { title });
    else await session.setTitle(title);
    return title;
  }

  /** Closes all sessions with the connection; their history and their pending messages stay stored. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((sessionId) => this.#end(sessionId, 'left')));
  }

  /** The client knows that a session is open: its pending messages are delivered. */
  opened(sessionId: string): void {
    const session = this.#open.get(sessionId);
    if (session !== undefined) AgentSession.announced(session);
  }

  // -------------------------------------------------------------------------------------------- opening and closing

  /** Opens a stored session; if the client wants its history, it is replayed before the response (SETUP-15). */
  async #resume(params: ResumeSessionRequest): Promise<ResumeSessionResponse> {
    const { sessionId, replayFrom } = params;
    const roots = this.#checkSetup(params);
    const { cwd: expected } = await this.#stored(sessionId);
    if (expected !== roots.cwd) {
      throw invalid('cwd is not the working directory of the session.', { cwd: roots.cwd, expected });
    }
    if (replayFrom !== undefined && replayFrom !== null && replayFrom.type !== 'start') {
      throw invalid('This agent can only replay from the start.', { replayFrom });
    }
    await this.#claim(sessionId);
    // Read again: from now on no other program writes to it.
    const record = await this.#stored(sessionId);
    const resumed: SessionRecord = { ...record, ...roots };
    const open = this.#open.get(sessionId);
    await open?.attach(attachmentOf(resumed, params));
    const session =
      open ??
      (await this.#prepare(resumed, params, { origin: 'resumed' }).catch(async (error: unknown) => {
        await this.#store.release?.(sessionId);
        throw error;
      }));
    if (open === undefined && record.isWorking === true) await endInterruptedWork(this.#store, sessionId);
    this.#open.set(sessionId, session);
    await this.#store.patch(sessionId, { additionalDirectories: roots.additionalDirectories });
    if (open === undefined) await this.#restorePending(session);
    if (replayFrom?.type === 'start') await this.#replay(session);
    await stateOf(session).update(session.stateSnapshot);
    return { ...setupOf(session), ...pendingMessages.write(stateOf(session).pending) };
  }

  async #end(sessionId: string, how: 'left' | 'closed'): Promise<void> {
    const session = this.#open.get(sessionId);
    if (session === undefined) return;
    await stateOf(session).close(how);
    releasePendingMessages(this.#store, session);
    this.#open.delete(sessionId);
  }

  /** Messages that were accepted before, and not delivered, wait again. */
  async #restorePending(session: AgentSession): Promise<void> {
    await takePendingMessages(this.#store, session);
    const kept = (await this.#store.pending?.list(session.id)) ?? [];
    if (kept.length > 0) stateOf(session).work.injected.restore(kept);
  }

  #newId(): string {
    return this.#options.newId?.('session') ?? crypto.randomUUID();
  }

  /** Makes a session and lets the program set it up; if that throws, the session does not exist. */
  async #prepare(
    record: SessionRecord,
    params: SessionSetup,
    { origin, forkedFrom }: { readonly origin: SessionOrigin; readonly forkedFrom?: string },
  ): Promise<AgentSession> {
    const attachment = attachmentOf(record, params);
    const session = new AgentSession(this.#options, { record, attachment, forkedFrom });
    await this.#options.onOpen(session, origin);
    AgentSession.opened(session);
    return session;
  }

  /** Makes this program the writer of the session; if another program has claimed it, its old state here is closed. */
  async #claim(sessionId: string): Promise<void> {
    if (this.#open.has(sessionId) && (await this.#store.holds?.(sessionId)) === false)
      await this.#end(sessionId, 'left');
    if (!this.#open.has(sessionId)) await this.#store.claim?.(sessionId);
  }

  #announce(session: AgentSession): NewSessionResponse {
    this.#open.set(session.id, session);
    void takePendingMessages(this.#store, session);
    return { sessionId: session.id, ...setupOf(session) };
  }

  async #replay(session: AgentSession): Promise<void> {
    const { connection } = session;
    await session.flush();
    for await (const update of mergedHistory(this.#store.history(session.id))) {
      await connection.notify('session/update', { sessionId: session.id, update });
    }
  }

  async #stored(sessionId: string): Promise<SessionRecord> {
    const record = await this.#store.get(sessionId);
    if (record === undefined) throw unknownSession(sessionId);
    return record;
  }

  /** Checks the params of every method that opens a session, before anything is created. */
  #checkSetup(params: SessionSetup): {
    readonly cwd: string;
    readonly additionalDirectories: readonly string[];
  } {
    const { cwd, additionalDirectories = noDirectories, mcpServers = [], systemPrompt } = params;
    const capabilities = this.#options.capabilities();
    requireAbsolutePath('cwd', cwd);
    for (const directory of additionalDirectories) requireAbsolutePath('additionalDirectories', directory);
    if (additionalDirectories.length > 0 && !hasCapability(capabilities, 'additionalDirectories')) {
      throw invalid('This agent does not support additional directories.', { additionalDirectories });
    }
    for (const { type } of mcpServers) {
      if (!hasCapability(capabilities, `mcp.${type}`))
        throw invalid(`This agent does not support MCP servers over ${type}.`, { type });
    }
    if (systemPrompt !== undefined && systemPrompt !== null) checkSystemPrompt(systemPrompt, capabilities);
    const roots = [...new Set(additionalDirectories)].filter((each) => each !== cwd);
    return { cwd, additionalDirectories: roots.length === 0 ? noDirectories : roots };
  }

  #info({ sessionId, cwd, additionalDirectories, title, updatedAt, archived }: SessionRecord): SessionInfo {
    return {
      sessionId,
      cwd,
      ...(additionalDirectories.length === 0 ? {} : { additionalDirectories }),
      ...(title === undefined ? {} : { title }),
      updatedAt,
      ...(hasCapability(this.#options.capabilities(), 'archive') ? { archived } : {}),
    };
  }
}

/** If the agent does not support the system prompt, the request fails and no session is created (SETUP-25). */
function checkSystemPrompt({ mode, content }: SystemPrompt, capabilities: SessionCapabilities): void {
  const isKnown = mode === 'append' ? 'systemPrompt' : mode === 'override' ? 'systemPrompt.mode.override' : undefined;
  if (isKnown === undefined || !hasCapability(capabilities, isKnown)) {
    throw invalid(`This agent does not support a system prompt with the mode ${mode}.`, { mode });
  }
  checkPromptContent(content, capabilities.prompt ?? {});
}

function setupOf({
  configOptions,
  commands,
}: AgentSession): Pick<NewSessionResponse, 'configOptions' | 'availableCommands'> {
  return {
    ...(configOptions.length === 0 ? {} : { configOptions }),
    ...(commands.length === 0 ? {} : { availableCommands: commands }),
  };
}

const now = (): string => new Date().toISOString();
const invalid = (message: string, data: object): RpcError => new RpcError(rpcCodes.invalidParams, message, { data });

/** The error for a session that does not exist. */
export const unknownSession = (sessionId: string): RpcError =>
  new RpcError(errorCodes.resource_not_found, 'Session not found.', { data: { sessionId } });
