/**
 * What an agent connection knows of one session: what its client is sent and asked, the work in it, and its end.
 *
 * Everything that belongs to the conversation is also stored, in the order in which it was sent; where the store asks
 * for it, before it is sent. The parts are made when they are first needed: most sessions are idle, and a thousand of
 * them must cost little.
 */
import type { CallOptions } from '@acp-stack/rpc';
import type { IdleStateUpdate, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { Params, ReceivedResult, RequestFrom } from '../../connection/method-types.ts';
import { requireValidUpdate } from '../../connection/outgoing-update.ts';
import { ignoreRejection } from '../../shared/ignore-rejection.ts';
import type { PendingMessage } from '../../shared/pending-messages.ts';
import { PersistBeforeSend } from '../store/persist-before-send.ts';
import { SessionHistory } from '../store/session-history.ts';
import { ForegroundWork, type WorkingSession } from '../turn/foreground-work.ts';
import type { TurnOf, TurnSession } from '../turn/turn.ts';
import { RunningWork } from './running-work.ts';
import type { AgentSessionHostOf } from './agent-session-host.ts';
import { SessionLifecycle } from './session-lifecycle.ts';

export class SessionState<S extends TurnSession> implements WorkingSession {
  readonly history: SessionHistory;
  /** The session as the program sees it. */
  readonly #session: S;
  readonly #host: AgentSessionHostOf<S>;
  /** How the work before ended. */
  readonly #last: IdleStateUpdate;
  /** Where the store asks for it. */
  readonly #persistBeforeSend: PersistBeforeSend | undefined;
  #isClosed = false;
  #lifecycle: SessionLifecycle | undefined;
  #work: ForegroundWork<S> | undefined;
  #running: RunningWork | undefined;

  constructor(session: S, host: AgentSessionHostOf<S>, last: IdleStateUpdate) {
    const { store, onError } = host;
    this.#session = session;
    this.#host = host;
    this.#last = last;
    this.#persistBeforeSend = store.persistBeforeSend === true ? new PersistBeforeSend() : undefined;
    this.history = new SessionHistory(session.id, store, (error, isConversation) => {
      onError(error);
      if (isConversation && this.#persistBeforeSend !== undefined) this.#work?.stop(error);
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  // -------------------------------------------------------------------------------------------- the client

  /** Sends an update; resolves when more can be sent. */
  update(update: SessionUpdate): Promise<void> {
    const { connection, onError } = this.#host;
    if (this.#isClosed) return ignoreRejection(Promise.reject(new Error('The session is closed.')));
    try {
      requireValidUpdate(update);
    } catch (error) {
      // Updates need not be awaited, so the error is reported too.
      onError(error);
      return ignoreRejection(Promise.reject(error as Error));
    }
    this.#work?.breaks.note(update);
    const stored = this.history.add(update);
    const send = (): Promise<void> => connection.notify('session/update', { sessionId: this.#session.id, update });
    return this.#persistBeforeSend === undefined ? send() : this.#persistBeforeSend.send(stored, send);
  }

  /** Calls the client after the updates before the call were sent. */
  request<K extends RequestFrom<'agent'>>(
    method: K,
    params: Params<K>,
    options?: CallOptions,
  ): Promise<ReceivedResult<K>> {
    const { connection } = this.#host;
    if (this.#persistBeforeSend === undefined) return connection.request(method, params, options);
    return ignoreRejection(this.#persistBeforeSend.settled().then(() => connection.request(method, params, options)));
  }

  /** Resolves when all updates so far were sent. */
  async sent(): Promise<void> {
    await this.#persistBeforeSend?.settled();
  }

  /** Resolves when all updates so far are stored and sent. */
  async flush(): Promise<void> {
    await this.history.flush();
    await this.sent();
  }

  // -------------------------------------------------------------------------------------------- work

  /** The turns. */
  get work(): ForegroundWork<S> {
    const { onPrompt, onError, injectModes, store } = this.#host;
    this.#work ??= new ForegroundWork({
      session: this.#session,
      state: this,
      onPrompt,
      onError,
      injectModes,
      persistBeforeSend: store.persistBeforeSend === true,
      last: this.#last,
    });
    return this.#work;
  }

  /** The tool calls and terminals that have not ended. */
  get running(): RunningWork {
    this.#running ??= new RunningWork();
    return this.#running;
  }

  /** The turn that runs now. */
  get turn(): TurnOf<S> | undefined {
    return this.#work?.turn;
  }

  /** The update that says what the session is doing. */
  get stateSnapshot(): SessionUpdate {
    return this.#work?.state.snapshot() ?? { sessionUpdate: 'state_update', state: 'idle', ...this.#last };
  }

  /** The messages that wait to be delivered. */
  get pending(): readonly PendingMessage[] {
    return this.#work?.pending ?? [];
  }

  cancel(): void {
    this.#work?.cancel();
  }

  // -------------------------------------------------------------------------------------------- lifecycle

  /** The listeners to what becomes of the session. */
  get lifecycle(): SessionLifecycle {
    this.#lifecycle ??= new SessionLifecycle();
    return this.#lifecycle;
  }

  /** A client resumes the open session; rejects if an `onAttach` listener throws, and the resume is refused. */
  async attached(): Promise<void> {
    await this.#lifecycle?.attached();
  }

  /** The client knows that the session is open: pending messages are delivered. */
  opened(): void {
    void this.#lifecycle?.opened(this.#host.onError);
    if (this.pending.length > 0) this.work.injected.start();
  }

  /** The session was opened elsewhere, where pending messages are delivered; resolves when everything is stored. */
  async leavePending(): Promise<void> {
    this.work.injected.close('left');
    await this.flush();
  }

  /**
   * Cancels all work, waits until it has ended, and releases the session (CLOSE-02, CLOSE-04). Pending messages are
   * dropped if the session is `closed`; if it is only `left`, because its client is gone, they wait for the next one.
   */
  async close(how: 'left' | 'closed'): Promise<void> {
    await this.work.close(how);
    this.#running?.stop((update) => this.update(update));
    this.#isClosed = true;
    await this.lifecycle.closed(this.#host.onError);
    await this.flush();
  }
}
