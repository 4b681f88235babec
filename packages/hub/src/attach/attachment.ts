/**
 * A client that is attached to a session: it is sent what the log says, in order, at its own speed.
 *
 * The attachment has its own place in the log and asks the feed for what follows. It sends one record at a time and
 * waits until the connection takes more, so a client that does not read costs nothing but its place. Questions of the
 * agent become requests to the client, and the results of its own items the responses to its requests.
 */
import { errorCodes, type SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { ConnectionError, RpcError, rpcCodes } from '@acp-stack/rpc';
import type { RequestFrom } from '@acp-stack/sdk';

import { unknownSession } from '../access/refusals.ts';
import { includesRole, requirements, roleOf } from '../access/roles.ts';
import {
  answerMethod,
  type LogEntry,
  type LogRecord,
  type PendingMessage,
  type QuestionRecord,
  type ResultRecord,
  type Role,
} from '../store/records.ts';
import type { AttachedClient } from './attached-client.ts';
import { lossSentences, type AttachmentEnd } from './attachment-end.ts';
import { AskedQuestions } from './asked-questions.ts';
import type { FollowedSession, Follower, SessionLoss, SessionMoment } from './followed-session.ts';
import { cursorOf, hubKey, lostMethod, openedMeta, pendingMethod, waitingNotice, withoutSender } from './hub-meta.ts';
import type { ItemSender } from './item-sender.ts';
import { nextEntries } from './next-entries.ts';
import type { PastUpdate } from './session-replay.ts';
import type { AnsweredRequest, WaitingResults } from './waiting-results.ts';

const promptMethod: RequestFrom<'client'> = 'session/prompt';
const revokeMethod: RequestFrom<'client'> = 'session/revoke_inject';

export class Attachment implements Follower {
  readonly sessionId: string;
  readonly #client: AttachedClient;
  readonly #session: FollowedSession;
  readonly #sender: ItemSender;
  readonly #leases: readonly Disposable[];
  readonly #onEnd: () => void;
  readonly #questions: AskedQuestions;
  readonly #waiting: WaitingResults;
  readonly #ending = new AbortController();
  /** The questions that the client has answered, by the keys of the answers, until these have results. */
  readonly #answers = new Map<string, string>();
  /** The keys of prompts that the client has cancelled before they were seen to wait. */
  readonly #cancelled = new Set<string>();
  /** The messages that wait, at the place of this attachment. */
  readonly #pending = new Map<string, PendingMessage>();
  readonly #shown: number;
  /** The last record that was dealt with. */
  #cursor: number;
  #role: Role | undefined;
  #isLive = false;
  #answerCount = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(
    client: AttachedClient,
    {
      session,
      sender,
      waiting,
      shown,
      cursor,
      leases,
      onEnd,
    }: {
      readonly session: FollowedSession;
      readonly sender: ItemSender;
      /** The requests of the client that wait for results of this session. */
      readonly waiting: WaitingResults;
      /** The last record that the client has seen; up to it only results are passed on. */
      readonly shown: number;
      /** The record after which it begins, `shown` or an earlier one. */
      readonly cursor: number;
      /** What is held for the attachment while it exists. */
      readonly leases: readonly Disposable[];
      /** Called once, unless the client has left. */
      readonly onEnd: () => void;
    },
  ) {
    this.sessionId = session.sessionId;
    this.#client = client;
    this.#session = session;
    this.#sender = sender;
    this.#waiting = waiting;
    this.#shown = shown;
    this.#cursor = cursor;
    this.#leases = leases;
    this.#onEnd = onEnd;
    this.#role = roleOf(client.principal, session);
    this.#questions = new AskedQuestions({
      sessionId: session.sessionId,
      connection: client.connection,
      isHubAware: client.features.isHubAware,
      onAnswer: (answer) => {
        this.#answerCount += 1;
        client.note('answer', { sessionId: session.sessionId, question: answer.question });
        const key = `${client.id}:${answer.question}:${this.#answerCount}`;
        if ('result' in answer) this.#answers.set(key, answer.question);
        // If it cannot be stored, the question stays open, and is asked again when the client attaches again.
        sender.send({ key, method: answerMethod, params: { ...answer } }).catch(() => this.#answers.delete(key));
      },
    });
    session.followers.add(this);
  }

  /** The last record that was dealt with. */
  get cursor(): number {
    return this.#cursor;
  }

  get session(): FollowedSession {
    return this.#session;
  }

  get hasEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  // -------------------------------------------------------------------------------------------- before the response

  /** Sends updates of the past. */
  async replay(updates: AsyncIterable<PastUpdate>, signal: AbortSignal | undefined): Promise<void> {
    for await (const { update, sequence } of updates) {
      signal?.throwIfAborted();
      this.#ending.signal.throwIfAborted();
      await this.#notify(update, sequence);
    }
  }

  /** Sends what the session does now; the response that opens the session follows. */
  async announce({ lastState, agent, pending }: SessionMoment, notices: readonly SessionUpdate[]): Promise<void> {
    if (lastState !== null) await this.#notify(lastState, undefined);
    for (const notice of notices) await this.#notify(notice, undefined);
    if (agent === 'failed' && pending.length > 0) await this.#notify(waitingNotice(pending.length), undefined);
  }

  /** Tells the client something that is not in the log. */
  tellNotice(notice: SessionUpdate): void {
    // If the connection has ended, so has the attachment.
    this.#notify(notice, undefined).catch(() => undefined);
  }

  /** The fields of the response that opens the session. */
  openedMeta(pending: readonly PendingMessage[], about: object): ReturnType<typeof openedMeta> {
    const { features, generation, principal } = this.#client;
    const hub = {
      ...about,
      principal: principal.name,
      cursor: cursorOf(generation, Math.max(this.#shown, this.#cursor)),
      role: this.#role,
      accepts: this.#session.accepts,
    };
    return openedMeta(pending, features.isHubAware ? hub : undefined);
  }

  // -------------------------------------------------------------------------------------------- live

  /** Sends what follows, from now on: the response that opens the session was sent. */
  begin({
    questions,
    pending,
  }: {
    readonly questions: readonly QuestionRecord[];
    readonly pending: readonly PendingMessage[];
  }): void {
    if (this.hasEnded) return;
    this.#isLive = true;
    for (const message of pending) this.#pending.set(message.messageId, message);
    if (this.#role === undefined) this.#end('revoked');
    else this.#running = this.#run(questions);
  }

  /** Stores a request of the client; resolves with its result, at its place among the updates. */
  request(
    method: string,
    params: object,
    request: AnsweredRequest & { readonly key: string; readonly signal: AbortSignal },
  ): Promise<unknown> {
    const { key, signal } = request;
    const result = this.#waiting.wait(key, request);
    if (method === promptMethod) {
      const onAbort = (): void => {
        if (isCancelledByClient(signal)) this.#cancelPrompt(key);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    }
    this.#sender.send({ key, method, params }).catch((error: unknown) => {
      this.#waiting.fail(key, error as Error);
    });
    return result;
  }

  /** Stops sending; resolves when nothing more is sent. Requests that wait stay, for the next attachment. */
  async leave(): Promise<void> {
    this.#stop();
    await this.#running;
  }

  /** Ends for good; requests that wait are refused. */
  close(): void {
    this.#end('left');
  }

  onMembers(): void {
    const role = roleOf(this.#client.principal, this.#session);
    const couldAnswer = this.#canAnswer;
    this.#role = role;
    if (role === undefined) {
      this.#end('revoked');
      return;
    }
    if (couldAnswer && !this.#canAnswer) this.#questions.closeAll();
    // Questions that come after the place of this attachment are asked when it gets there.
    if (!couldAnswer && this.#canAnswer && this.#isLive) {
      for (const question of this.#session.moment.questions) this.#questions.ask(question);
    }
  }

  onLost(reason: SessionLoss): void {
    this.#end(reason);
  }

  get #canAnswer(): boolean {
    const required = requirements.get(answerMethod);
    return this.#role !== undefined && includesRole(this.#role, required as Role);
  }

  async #run(questions: readonly QuestionRecord[]): Promise<void> {
    const { signal } = this.#ending;
    const { clock } = this.#client;
    this.#session.feed.follow(signal);
    try {
      for (const question of questions) this.#ask(question, this.#cursor);
      if (this.#pending.size > 0) await this.#sendPending();
      for (;;) {
        const entries = await nextEntries(this.#session.feed, this.#cursor, { signal, clock });
        for (const entry of entries) {
          await this.#deliver(entry);
          signal.throwIfAborted();
          this.#cursor = entry.sequence;
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ConnectionError)) this.#end('unreadable');
      // When the connection ends, it ends its attachments.
      else if (error.code !== 'closed') this.#end('behind');
    }
  }

  /** Delivers one record; updates, which are most of a log, take no promise besides that of the connection. */
  #deliver({ sequence, record }: LogEntry): Promise<void> | undefined {
    if (sequence <= this.#shown && record.kind !== 'result') return undefined;
    return record.kind === 'update' ? this.#notify(record.update, sequence) : this.#deliverOther(record, sequence);
  }

  async #deliverOther(record: Exclude<LogRecord, { readonly kind: 'update' }>, sequence: number): Promise<void> {
    switch (record.kind) {
      case 'question':
        this.#ask(record, sequence);
        break;
      case 'question_closed':
        this.#questions.close(record.question, record);
        break;
      case 'result':
        this.#cancelled.delete(record.key);
        await this.#answered(record, sequence);
        await this.#waiting.settle(record);
        break;
      case 'pending': {
        const { change, message } = record;
        if (change === 'added' && this.#cancelled.delete(message.key)) this.#revoke(message);
        if (change === 'added' || change === 'replaced') this.#pending.set(message.messageId, message);
        else this.#pending.delete(message.messageId);
        await this.#sendPending();
        break;
      }
      case 'agent':
      case 'handed':
      case 'members':
      case 'owner':
        break;
    }
  }

  /** The client has cancelled its request: a prompt that waits is taken back. */
  #cancelPrompt(key: string): void {
    const waiting = [...this.#pending.values()].find((message) => message.key === key);
    if (waiting !== undefined) this.#revoke(waiting);
    else this.#cancelled.add(key);
  }

  #revoke({ messageId, key }: PendingMessage): void {
    const item = { key: `${key}:cancel`, method: revokeMethod, params: { messageId } };
    // If it cannot be stored, the prompt stays, and its request gets the result.
    this.#sender.send(item).catch(() => undefined);
  }

  /** A question that was closed meanwhile is not asked. */
  #ask(question: QuestionRecord, sequence: number): void {
    if (this.#canAnswer && this.#session.isOpen(question.question, sequence)) this.#questions.ask(question);
  }

  /** An answer that was refused: the client is told why and asked again, if the question is still open. */
  async #answered({ key, error }: ResultRecord, sequence: number): Promise<void> {
    const question = this.#answers.get(key);
    this.#answers.delete(key);
    if (question === undefined || error === undefined || !this.#canAnswer) return;
    if (!this.#questions.has(question) || !this.#session.isOpen(question, sequence)) return;
    await this.#notify({ sessionUpdate: 'notice', severity: 'warning', title: error.message }, undefined);
    this.#questions.refused(question);
  }

  #notify(update: SessionUpdate, sequence: number | undefined): Promise<void> {
    const { connection, features, generation, principal } = this.#client;
    const meta =
      features.isHubAware && sequence !== undefined
        ? { _meta: { [hubKey]: { cursor: cursorOf(generation, sequence) } } }
        : {};
    const shown = withoutSender(update, features.isHubAware ? { principal: principal.name } : {});
    if (shown === undefined) return Promise.resolve();
    return connection.notify('session/update', { sessionId: this.sessionId, update: shown, ...meta });
  }

  async #sendPending(): Promise<void> {
    const { connection, features } = this.#client;
    if (!features.isHubAware) return;
    const messages = [...this.#pending.values()].map(({ messageId, mode, content, principal, from }) => {
      return { messageId, mode, content, principal, from };
    });
    await connection.notify(pendingMethod, { sessionId: this.sessionId, messages });
  }

  #end(why: AttachmentEnd): void {
    if (this.hasEnded) return;
    this.#stop();
    this.#waiting.failAll(unknownSession(this.sessionId));
    this.#onEnd();
    if (why !== 'left') this.#tellLoss(why);
  }

  /** Tells the client that the session is lost; one that does not know of losses, only that work has ended. */
  #tellLoss(why: Exclude<AttachmentEnd, 'left'>): void {
    const { connection, features } = this.#client;
    const { sessionId } = this;
    const message = lossSentences[why];
    const told = features.isToldOfLosses
      ? connection.notify(lostMethod, { sessionId, message, reason: why })
      : this.#tellEnd();
    told.catch(() => undefined);
  }

  async #tellEnd(): Promise<void> {
    const { state } = Object(this.#session.moment.lastState) as { readonly state?: unknown };
    if (state === undefined || state === 'idle') return;
    await this.#notify({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' }, undefined);
  }

  #stop(): void {
    if (this.hasEnded) return;
    this.#ending.abort(new RpcError(errorCodes.request_cancelled, 'The session was left.'));
    this.#session.followers.delete(this);
    this.#questions.closeAll();
    for (const lease of this.#leases) lease[Symbol.dispose]();
  }
}

/** Whether the client has cancelled a request; otherwise its connection has ended. */
function isCancelledByClient({ reason }: AbortSignal): boolean {
  const { cause } = Object(reason) as { readonly cause?: unknown };
  return cause instanceof RpcError && cause.code === rpcCodes.requestCancelled;
}
