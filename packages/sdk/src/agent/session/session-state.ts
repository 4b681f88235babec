/**
 * The connection's side of a session: what its client is told and asked, what is done in it, and its end.
 *
 * Everything that belongs to the conversation is also kept in the store, in the order in which it was sent; where the store asks for it, before it is sent.
 * All of this is made when it is first needed: most sessions are idle, and a thousand of them must cost little.
 */
import type { CallOptions } from '@acp-stack/rpc';
import type { IdleStateUpdate, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { AgentSession } from './agent-session.ts';
import type { AgentSessionHost } from './session-host.ts';
import { ForegroundWork } from '../turn/foreground-work.ts';
import { PersistBeforeSend } from '../store/persist-before-send.ts';
import type { PendingMessage } from '../../shared/pending-messages.ts';
import type { Params, ReceivedResult, RequestFrom } from '../../connection/method-types.ts';
import { requireAbsolutePathsInUpdate } from '../../connection/outgoing-paths.ts';
import { ignoreRejection } from '../../shared/ignore-rejection.ts';
import { RunningWork } from './running-work.ts';
import { SessionHistory } from '../store/session-history.ts';
import { SessionLifecycle } from './session-lifecycle.ts';
import type { Turn } from '../turn/turn.ts';

export class SessionState {
  readonly history: SessionHistory;
  readonly #face: AgentSession;
  readonly #host: AgentSessionHost;
  /** How the work before ended. */
  readonly #last: IdleStateUpdate;
  /** Where the store asks for it. */
  readonly #persistBeforeSend: PersistBeforeSend | undefined;
  #isClosed = false;
  #life: SessionLifecycle | undefined;
  #work: ForegroundWork | undefined;
  #running: RunningWork | undefined;

  constructor(face: AgentSession, host: AgentSessionHost, last: IdleStateUpdate) {
    const { store, onError } = host;
    this.#face = face;
    this.#host = host;
    this.#last = last;
    this.#persistBeforeSend = store.persistBeforeSend === true ? new PersistBeforeSend() : undefined;
    this.history = new SessionHistory(face.id, store, (error, isSaid) => {
      onError(error);
      if (isSaid && this.#persistBeforeSend !== undefined) this.#work?.stop(error);
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  // -------------------------------------------------------------------------------------------- the client

  /** Sends an update; resolves when more can be sent. */
  tell(update: SessionUpdate): Promise<void> {
    const { connection, onError } = this.#host;
    if (this.#isClosed) return ignoreRejection(Promise.reject(new Error('The session is closed.')));
    try {
      requireAbsolutePathsInUpdate(update);
    } catch (error) {
      // Updates need not be awaited, so it is also said where somebody looks.
      onError(error);
      return ignoreRejection(Promise.reject(error as Error));
    }
    const kept = this.history.add(update);
    const send = (): Promise<void> => connection.notify('session/update', { sessionId: this.#face.id, update });
    return this.#persistBeforeSend === undefined ? send() : this.#persistBeforeSend.send(kept, send);
  }

  /** Calls the client, which hears first of what it is asked about. */
  ask<K extends RequestFrom<'agent'>>(method: K, params: Params<K>, options?: CallOptions): Promise<ReceivedResult<K>> {
    const { connection } = this.#host;
    if (this.#persistBeforeSend === undefined) return connection.request(method, params, options);
    return ignoreRejection(this.#persistBeforeSend.settled().then(() => connection.request(method, params, options)));
  }

  /** Resolves when the client was told everything that was said so far. */
  async told(): Promise<void> {
    await this.#persistBeforeSend?.settled();
  }

  /** Resolves when the store has everything that was said so far, and the client was told. */
  async flush(): Promise<void> {
    await this.history.flush();
    await this.told();
  }

  // -------------------------------------------------------------------------------------------- work

  /** The turns. */
  get work(): ForegroundWork {
    this.#work ??= new ForegroundWork({ session: this.#face, inside: this, host: this.#host, last: this.#last });
    return this.#work;
  }

  /** The tool calls and terminals that have not ended. */
  get running(): RunningWork {
    this.#running ??= new RunningWork();
    return this.#running;
  }

  /** The turn that runs now. */
  get turn(): Turn | undefined {
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

  // -------------------------------------------------------------------------------------------- its end

  /** Who wants to know what becomes of the session. */
  get life(): SessionLifecycle {
    this.#life ??= new SessionLifecycle();
    return this.#life;
  }

  /** A client comes back to the open session; what one of those throws who want to know refuses it. */
  async attached(): Promise<void> {
    await this.#life?.attached();
  }

  /** The session was opened elsewhere, where what waits is delivered; resolves when everything is kept that happened here. */
  async leavePending(): Promise<void> {
    this.work.injections.close('left');
    await this.flush();
  }

  /**
   * Cancels all work, waits until it has ended, and lets go of the session (CLOSE-02, CLOSE-04). Messages that wait are dropped with a session that is
   * closed; in one that is only left, because its client is gone, they wait for the next.
   */
  async close(how: 'left' | 'closed'): Promise<void> {
    await this.work.close(how);
    this.#running?.stop();
    this.#isClosed = true;
    await this.life.closed(this.#host.onError);
    await this.flush();
  }
}
