/** One connection of a client to the hub: the sessions that it is attached to, and what it asks of them. */
import { RpcError } from '@acp-stack/rpc';
import {
  errorCodes,
  type ForkSessionRequest,
  type ForkSessionResponse,
  type NewSessionRequest,
  type NewSessionResponse,
  type ResumeSessionRequest,
  type ResumeSessionResponse,
  type SessionStatusResponse,
  type StateUpdate,
} from '@acp-stack/schema/v2/unstable';
import type { Connection, RequestFrom, RequestHandlerContext } from '@acp-stack/sdk';

import type { Principal } from '../access/principal.ts';
import { requireRole, requireStanding } from '../access/roles.ts';
import type { HubMethodContext } from '../methods/further-methods.ts';
import { membersMethod, type Role, type SessionSummary } from '../store/records.ts';
import type { AttachedClient } from './attached-client.ts';
import { Attachment } from './attachment.ts';
import type { FollowedSession, FollowedSessions, SessionMoment } from './followed-session.ts';
import { featuresOf, lacksHistoryNotice, replayOf, type ClientFeatures, type Replay } from './hub-meta.ts';
import type { HubParts } from './hub-parts.ts';
import { withReadTimeout } from './read-timeout.ts';
import { ItemSender } from './item-sender.ts';
import { nextEntries } from './next-entries.ts';
import { aboutSession, notOpen, openedResponse } from './opened-response.ts';
import { requestKey } from './request-key.ts';
import { pastOf } from './session-replay.ts';
import { WaitingResults } from './waiting-results.ts';

/** The context of a request of a client. */
export type ClientRequest = Pick<RequestHandlerContext<'agent'>, 'id' | 'signal' | 'afterResponse'>;

/** The params of a request about a session. */
export interface SessionRequest {
  readonly sessionId: string;
}

/** Requests that count against the stored bytes of the owner of the session. */
const addsContent: ReadonlySet<string> = new Set<RequestFrom<'client'>>(['session/prompt', 'session/inject']);

interface AttachOptions {
  readonly replay: Replay;
  /** Whether the client has just created the session: it is shown from its first record. */
  readonly isNew?: boolean;
  /** Aborts when the client cancels its request. */
  readonly signal?: AbortSignal;
}

const nothing = { questions: [], pending: [] };

/** What one client has to do with one session. */
interface ClientSession {
  readonly sender: ItemSender;
  readonly waiting: WaitingResults;
  attachment: Attachment | undefined;
  /** The last opening of the session. */
  opening: Promise<unknown>;
  /** How many openings are under way. */
  openings: number;
}

export class HubClient {
  /** Identifies the connection in items, however often its transport is replaced. */
  readonly id: string;
  readonly principal: Principal;
  readonly #parts: HubParts;
  readonly #connection: Connection<'agent'>;
  readonly #followed: FollowedSessions;
  readonly #sessions = new Map<string, ClientSession>();
  readonly #disconnected = new AbortController();
  #notifications = 0;

  constructor(
    connection: Connection<'agent'>,
    {
      id,
      parts,
      principal,
      followed,
    }: {
      readonly id: string;
      readonly parts: HubParts;
      readonly principal: Principal;
      readonly followed: FollowedSessions;
    },
  ) {
    this.id = id;
    this.principal = principal;
    this.#parts = parts;
    this.#connection = connection;
    this.#followed = followed;
  }

  /** How many sessions it is attached to. */
  get attachments(): number {
    return [...this.#sessions.values()].filter(({ attachment }) => attachment !== undefined).length;
  }

  /** What the client understands besides the protocol. */
  get features(): ClientFeatures {
    return featuresOf(this.#connection.advertised.capabilities);
  }

  // -------------------------------------------------------------------------------------------- opening

  /** Creates a session and attaches the client to it. */
  async create(params: NewSessionRequest, request: ClientRequest): Promise<NewSessionResponse> {
    requireStanding(this.principal, 'session/new');
    const response = await this.#withRoom(() => this.#parts.createSession(this.principal, params, request.signal));
    return this.#openCreated(response, request, true);
  }

  /** Copies a session and attaches the client to the copy. What was said before is not sent; it can be replayed. */
  async fork(params: ForkSessionRequest, request: ClientRequest): Promise<ForkSessionResponse> {
    const summary = await this.summaryOf(params.sessionId, 'session/fork');
    const { signal } = request;
    const response = await this.#withRoom(() => this.#parts.forkSession(this.principal, params, { summary, signal }));
    return this.#openCreated(response, request, false);
  }

  /** Attaches the client to a session that was created for it; `isNew` shows it from its first record. */
  #openCreated<T extends SessionRequest>(response: T, { afterResponse }: ClientRequest, isNew: boolean): Promise<T> {
    const { sessionId } = response;
    return this.#opening(sessionId, async (session) => {
      const summary = await this.summaryOf(sessionId, 'session/resume');
      const { attachment } = await this.#attach(session, summary, { replay: { kind: 'none' }, isNew });
      afterResponse(() => {
        attachment.begin(nothing);
        if (summary.lacksHistory) attachment.tellNotice(lacksHistoryNotice);
      });
      return { ...response, ...attachment.openedMeta([], aboutSession(summary)) };
    });
  }

  /** Attaches the client to a session; what it wants to see of the past is sent before the response. */
  async resume(params: ResumeSessionRequest, request: ClientRequest): Promise<ResumeSessionResponse> {
    const { sessionId, cwd } = params;
    const { afterResponse, signal } = request;
    await this.summaryOf(sessionId, 'session/resume');
    const replay = replayOf(params);
    return this.#opening(sessionId, async (session) => {
      const summary = await this.summaryOf(sessionId, 'session/resume');
      await this.#checkFolder(cwd, summary);
      const open = session.attachment;
      // A client that is attached and wants no replay has everything up to its place already.
      if (open !== undefined && replay.kind === 'none') return openedResponse(open, open.session.moment, summary);
      const { attachment, moment } = await this.#attach(session, summary, { replay, signal });
      // What follows a cursor contains the states as they changed.
      if (replay.kind !== 'after') await attachment.announce(moment, summary.lacksHistory ? [lacksHistoryNotice] : []);
      afterResponse(() => {
        attachment.begin(moment);
      });
      return openedResponse(attachment, moment, summary);
    });
  }

  /** Detaches the client: the session belongs to the hub, and goes on. */
  async close(sessionId: string): Promise<void> {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return;
    // What is being opened has to be open before it can be closed; a replay is given up.
    if (session.attachment === undefined) await session.opening;
    session.attachment?.close();
  }

  /** The connection has ended. */
  disconnect(): void {
    this.#disconnected.abort(new RpcError(errorCodes.request_cancelled, 'The connection has ended.'));
    for (const { attachment } of this.#sessions.values()) attachment?.close();
    this.#sessions.clear();
  }

  // -------------------------------------------------------------------------------------------- requests

  /** Puts a request about an open session into its inbox; resolves with the result. */
  async ask(method: string, params: SessionRequest, request: ClientRequest): Promise<unknown> {
    const attachment = this.attachmentOf(params.sessionId);
    if (attachment === undefined) {
      await this.summaryOf(params.sessionId, method);
      throw notOpen(params.sessionId);
    }
    requireRole(this.principal, attachment.session, { method, sessionId: params.sessionId });
    if (addsContent.has(method)) this.#parts.quotas.prompt(attachment.session.owner);
    const key = this.#keyOf(method, params, request);
    return attachment.request(method, params, {
      key,
      afterResponse: request.afterResponse,
      signal: request.signal,
    });
  }

  /** The same for a session that need not be open here. */
  async askAny(method: string, params: SessionRequest, request: ClientRequest): Promise<unknown> {
    const { sessionId } = params;
    // A change of members may end the attachment of this client before its result comes.
    const isApart = method === membersMethod || this.attachmentOf(sessionId) === undefined;
    if (!isApart) return this.ask(method, params, request);
    const summary = await this.summaryOf(sessionId, method);
    const key = this.#keyOf(method, params, request);
    const followed = await this.#followed.follow(summary);
    try {
      const { through } = followed.session;
      const sender = this.#sessions.get(sessionId)?.sender ?? this.#senderOf(sessionId);
      await sender.send({ key, method, params });
      return await this.#resultOf(followed.session, { key, after: through, signal: request.signal });
    } finally {
      followed[Symbol.dispose]();
    }
  }

  /** Puts a notification about an open session into its inbox. */
  async tell(method: string, params: SessionRequest): Promise<void> {
    const { sessionId } = params;
    const session = this.#sessions.get(sessionId);
    if (session?.attachment === undefined) return;
    requireRole(this.principal, session.attachment.session, { method, sessionId });
    this.#notifications += 1;
    await session.sender.send({ key: `${this.id}:notification ${this.#notifications}`, method, params });
  }

  /** The summary of a session, if the principal may use `method` there; throws as if it did not exist otherwise. */
  async summaryOf(sessionId: string, method: string, required?: Role): Promise<SessionSummary> {
    const { store, clock } = this.#parts;
    const summary = await withReadTimeout(store.get(sessionId), clock);
    requireRole(this.principal, summary, { method, sessionId, required });
    return summary as SessionSummary;
  }

  /** What a further method is told of this client, and may do for it. */
  methodContext(method: string, { signal }: Pick<ClientRequest, 'signal'>): HubMethodContext {
    return {
      principal: this.principal,
      client: this.id,
      signal,
      disconnected: this.#disconnected.signal,
      notify: (name, params) => this.#connection.notify(name, params),
      session: async (id, role) => {
        const { sessionId, cwd, additionalDirectories, agent, title } = await this.summaryOf(id, method, role);
        return { sessionId, cwd, additionalDirectories, agent, title };
      },
    };
  }

  /** Whether a session is live, and what it does if it is open here. */
  async status(sessionId: string): Promise<SessionStatusResponse> {
    const { node } = await this.summaryOf(sessionId, 'session/status');
    const { sessionUpdate: _, ...state } = this.attachmentOf(sessionId)?.session.moment.lastState ?? {};
    const status = node === null ? 'saved' : 'open';
    return 'state' in state ? { status, state: state as unknown as StateUpdate } : { status };
  }

  /** The attachment of this client to a session. */
  attachmentOf(sessionId: string): Attachment | undefined {
    return this.#sessions.get(sessionId)?.attachment;
  }

  // -------------------------------------------------------------------------------------------- inside

  get #client(): AttachedClient {
    const { id, principal, features } = this;
    const { generation, clock, audit } = this.#parts;
    const note: AttachedClient['note'] = (action, detail) => {
      audit.note(principal.name, action, detail);
    };
    return { id, principal, features, connection: this.#connection, generation, clock, note };
  }

  #keyOf(method: string, params: SessionRequest, { id }: ClientRequest): string {
    return requestKey({ id, method, params }, { client: this.id, principal: this.principal.name });
  }

  #senderOf(sessionId: string): ItemSender {
    return new ItemSender(sessionId, { principal: this.principal.name, client: this.id }, this.#parts.directory);
  }

  /** Openings of one session run one at a time. */
  async #opening<T>(sessionId: string, open: (session: ClientSession) => Promise<T>): Promise<T> {
    const session = this.#sessions.get(sessionId) ?? this.#newSession(sessionId);
    const opened = session.opening.then(() => open(session));
    session.openings += 1;
    session.opening = opened.catch(() => undefined);
    try {
      return await opened;
    } finally {
      session.openings -= 1;
      this.#forgetUnused(sessionId, session);
    }
  }

  #newSession(sessionId: string): ClientSession {
    const session = {
      sender: this.#senderOf(sessionId),
      waiting: new WaitingResults(),
      attachment: undefined,
      opening: Promise.resolve(),
      openings: 0,
    };
    this.#sessions.set(sessionId, session);
    return session;
  }

  #forgetUnused(sessionId: string, session: ClientSession): void {
    if (session.openings > 0 || session.attachment !== undefined) return;
    if (this.#sessions.get(sessionId) === session) this.#sessions.delete(sessionId);
  }

  /** The result of an item in the log after a record. */
  async #resultOf(
    { feed }: FollowedSession,
    { key, after, signal }: { readonly key: string; readonly after: number; readonly signal: AbortSignal },
  ): Promise<unknown> {
    for (let cursor = after; ;) {
      for (const { sequence, record } of await nextEntries(feed, cursor, { signal, clock: this.#parts.clock })) {
        cursor = sequence;
        if (record.kind !== 'result' || record.key !== key) continue;
        if (record.error !== undefined) throw RpcError.from(record.error);
        return record.result ?? {};
      }
    }
  }

  /** The client will be attached to the session, so nothing is created if it has too many attachments. */
  async #withRoom<T>(create: () => Promise<T>): Promise<T> {
    const lease = this.#parts.quotas.attach(this.principal.name);
    try {
      return await create();
    } finally {
      lease[Symbol.dispose]();
    }
  }

  /** Attaches the client in place of an earlier attachment, and sends it what it wants to see of the past. */
  async #attach(
    session: ClientSession,
    summary: SessionSummary,
    { replay, isNew = false, signal }: AttachOptions,
  ): Promise<{ readonly attachment: Attachment; readonly moment: SessionMoment }> {
    const leases = [this.#parts.quotas.attach(this.principal.name)];
    try {
      const followed = await this.#followed.follow(summary);
      leases.push(followed);
      const past = await pastOf(followed.session, replay, { parts: this.#parts, signal: this.#disconnected.signal });
      await session.attachment?.leave();
      // The members may have changed since the request was admitted.
      requireRole(this.principal, followed.session, { method: 'session/resume', sessionId: summary.sessionId });
      // From here to the new attachment nothing is awaited: a result is passed on by one of the two.
      const { moment } = followed.session;
      const shown = isNew ? 0 : moment.through;
      const attachment: Attachment = new Attachment(this.#client, {
        session: followed.session,
        sender: session.sender,
        waiting: session.waiting,
        shown,
        // Requests that were made before wait for results that the earlier attachment has not got to.
        cursor: session.waiting.size === 0 ? shown : Math.min(shown, session.attachment?.cursor ?? shown),
        leases,
        onEnd: () => {
          if (session.attachment !== attachment) return;
          session.attachment = undefined;
          this.#forgetUnused(summary.sessionId, session);
        },
      });
      session.attachment = attachment;
      if (this.#disconnected.signal.aborted) attachment.close();
      await attachment.replay(past(moment.through), signal).catch((error: unknown) => {
        attachment.close();
        throw error;
      });
      return { attachment, moment };
    } catch (error) {
      for (const lease of leases) lease[Symbol.dispose]();
      throw error;
    }
  }

  /** A session is opened in its own folder (SETUP-20): another one would not have an effect. */
  async #checkFolder(cwd: string, { cwd: expected }: SessionSummary): Promise<void> {
    if (cwd === expected || (await this.#parts.folders.folder(cwd)) === expected) return;
    throw new RpcError(errorCodes.invalid_params, 'cwd is not the working directory of the session.', {
      data: { cwd, expected },
    });
  }
}
