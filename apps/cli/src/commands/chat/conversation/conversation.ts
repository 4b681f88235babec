/**
 * The conversation with an agent: the session, its transcript, and the pending messages.
 *
 * One prompt runs at a time. A message that is sent while the agent works waits until it is done, or steers it.
 */
import type { ClientConnection, ClientSession } from '@acp-stack/sdk';
import { TranscriptStore, failureText, isBusy, lastPlan } from '@acp-stack/transcript';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { ConnectionError, describeError } from '@acp-stack/rpc';

import { discardSession } from '../../../session/discard-session.ts';
import { openSession, type SessionOrigin } from '../../../session/open-session.ts';
import type { SessionPlan } from '../../../session/session-plan.ts';
import type { Log } from '../../../log/log.ts';
import type { ConversationHooks } from './conversation-hooks.ts';
import { EarlierHistory, hubTail } from './earlier-history.ts';
import { outcomeNote, type Note } from './outcome-note.ts';
import { Subagents } from './subagents.ts';
import { addSessionSettings } from './add-session-settings.ts';
import { createAgentQueue, placeOf } from './agent-queue.ts';
import { PendingMessages, type AgentQueue } from './pending-messages.ts';
import { PermissionAnswers } from './permission-answers.ts';
import { within } from '../../../connect/within.ts';
import { promptContent, promptOf, type Prompt } from './prompt.ts';
import { SharedTexts } from './shared-texts.ts';
import { TokenUsage } from './token-usage.ts';
import type { Turn } from './turn.ts';

export interface ConversationParts {
  readonly connection: () => ClientConnection;
  readonly plan: SessionPlan;
  readonly log: Log;
  readonly hooks: ConversationHooks;
}

/** Milliseconds for an agent to return the messages in its queue before it is cancelled anyway. */
const returnTimeout = 500;

export class Conversation {
  readonly #parts: ConversationParts;
  /** The decisions about permission requests of the session. */
  readonly answers: PermissionAnswers = new PermissionAnswers();
  #store = new TranscriptStore();
  #session: ClientSession | undefined;
  /** The messages that are not sent yet. */
  readonly pending: PendingMessages;
  readonly usage: TokenUsage = new TokenUsage();
  readonly subagents: Subagents;
  readonly earlier: EarlierHistory;
  /** Whether the user lets steering cancel the work of an agent that cannot be steered. */
  mayCancelToSteer = false;
  /** A prompt that was sent but is not in the transcript yet. */
  #sending: Prompt | undefined;
  readonly shared: SharedTexts = new SharedTexts();
  #isWorking = false;
  #isCancelling = false;
  #isLost = false;
  #turn: Turn | undefined;
  /** Whether the session is new and has no prompt. */
  #isFresh = false;
  /** The session before this one in which something was said. */
  #earlierId: string | undefined;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.subagents = new Subagents(parts.hooks.changed);
    this.earlier = new EarlierHistory({
      connection: parts.connection,
      store: () => this.#store,
      session: () => (this.#isLost ? undefined : this.#session),
      onRead: (session) => {
        this.pending.adopt(session.pendingMessages);
        this.proceed();
      },
    });
    this.pending = new PendingMessages({
      agentQueue: () => this.#agentQueue,
      changed: parts.hooks.changed,
      waitsHere: () => this.proceed(),
    });
  }

  get store(): TranscriptStore {
    return this.#store;
  }

  /** Undefined until a session is open. */
  get session(): ClientSession | undefined {
    return this.#session;
  }

  get cwd(): string {
    return this.#session?.cwd ?? this.#parts.plan.cwd;
  }

  /** The folder that the user chose, whatever folder the agent gives for a session. */
  get chosenFolder(): string {
    return this.#parts.plan.cwd;
  }

  get sending(): Prompt | undefined {
    return this.#sending;
  }

  /** Whether the session is one of a hub, whose agent goes on without this program. */
  get isOfHub(): boolean {
    return this.#parts.plan.hub !== undefined;
  }

  /** Whether the agent has stopped. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether nothing was said in the session, not even a message that is on its way. */
  get isUnused(): boolean {
    return this.#store.snapshot().entries.size === 0 && !this.isBusy;
  }

  /** The last session in which something was said. */
  get resumableId(): string | undefined {
    return this.isUnused ? this.#earlierId : this.#session?.id;
  }

  /** Whether the session is new and empty, so that it can be discarded. */
  get isEmpty(): boolean {
    return this.#isFresh && this.isUnused;
  }

  /** Whether the agent is working. */
  get isBusy(): boolean {
    return this.#isWorking || isBusy(this.#store.snapshot());
  }

  /** The turn of the last prompt that was sent here. */
  get turn(): Turn | undefined {
    return this.#turn;
  }

  /** Whether the work was cancelled and has not ended yet. */
  get isCancelling(): boolean {
    return this.#isCancelling && this.isBusy;
  }

  /** Opens a session in place of the current one; if that fails, the current one stays open. */
  async open(
    origin: SessionOrigin,
    { cwd, keepsPending = false }: { readonly cwd?: string; readonly keepsPending?: boolean } = {},
  ): Promise<void> {
    const { connection, log, hooks } = this.#parts;
    const plan = cwd === undefined ? this.#parts.plan : { ...this.#parts.plan, cwd };
    const previous = this.#session;
    const isCopy = origin.kind === 'fork' && origin.sessionId === previous?.id;
    this.subagents.follow(connection(), log);
    // The agent does not replay a fork, but the transcript is known here.
    const store = new TranscriptStore(isCopy ? { transcript: this.#store.snapshot() } : {});
    const onUpdate = (update: SessionUpdate): void => this.#applyUpdate(store, update);
    const opened = await hooks.withLogin(() =>
      openSession(connection(), plan, { origin, log, onUpdate, tail: hubTail }),
    );
    const needsReplay = origin.kind === 'fork' && !isCopy;
    const session = needsReplay ? await this.#replay(opened, onUpdate) : opened;
    const wasEmpty = this.isEmpty;
    this.#earlierId = this.resumableId;
    this.#store = store;
    this.subagents.keepThoseOf(store.snapshot());
    if (!isCopy) this.answers.clear();
    this.shared.clear();
    this.#session = session;
    this.usage.restart(store.snapshot().usage);
    this.#isFresh = origin.kind === 'new';
    if (!isCopy)
      this.earlier.opened(origin.kind === 'load' && this.isOfHub ? store.snapshot().entries.size : undefined);
    if (keepsPending || previous === undefined) this.pending.bringHere();
    else this.#discardPending();
    this.pending.adopt(session.pendingMessages);
    addSessionSettings(session, store);
    if (previous !== undefined && previous.id !== session.id)
      void (wasEmpty ? discardSession(connection(), previous) : previous.close().catch(() => undefined));
    hooks.changed();
  }

  /** Tells why the last work failed, if it did; its own prompts are reported when they end. */
  reportFailure(): void {
    const text = this.#isWorking ? undefined : failureText(this.#store.snapshot());
    if (text !== undefined) this.#parts.hooks.note({ kind: 'error', text });
  }

  /** Discards an empty session when the user quits. */
  async leave(): Promise<void> {
    if (this.isEmpty && this.#session !== undefined) await discardSession(this.#parts.connection(), this.#session);
  }

  /** Sends a message of the program if the agent is idle; true if the agent has finished the work. */
  async request(text: string): Promise<boolean> {
    const { session } = this;
    if (session === undefined || this.#isLost || this.isBusy) return false;
    return this.#send(session, { text, pictures: [] });
  }

  /** Sends a message, or queues it until the agent is done. */
  submit(typed: Prompt): void {
    const { session } = this;
    const refusal = this.#parts.hooks.refusal?.();
    if (refusal !== undefined) return this.#parts.hooks.note({ kind: 'warning', text: refusal });
    if (this.#isLost) this.#parts.hooks.note(this.#lostNote);
    const prompt = this.shared.addTo(typed);
    if (session === undefined || this.#isLost || this.isBusy) this.pending.add(prompt, 'queue');
    else void this.#send(session, prompt);
    this.#parts.hooks.changed();
  }

  get #lostNote(): Note {
    if (this.#parts.plan.hub === undefined) {
      return { kind: 'error', text: 'The agent has stopped; /restart restarts it.' };
    }
    return { kind: 'warning', text: 'The hub is not connected; the message is sent when it is.' };
  }

  /** Whether the agent accepts messages while it works. */
  get canSteer(): boolean {
    return this.#agentQueue?.accepts('steer') === true;
  }

  /** Sends a message while the agent works; if the agent cannot be steered, cancels the work and sends it next. */
  steer(typed: Prompt): void {
    if (!this.isBusy || this.#isLost) return this.submit(typed);
    const prompt = this.shared.addTo(typed);
    if (this.canSteer) return this.pending.add(prompt, 'steer');
    this.pending.add(prompt, 'queue', 'first');
    return this.cancel();
  }

  /**
   * Cancels the work because the user interrupts it; returns whether messages wait. They are not sent before the user
   * has decided about them: `pending.release` or `pending.takeHeld`.
   */
  interrupt(): boolean {
    const held = this.pending.hold();
    if (held === undefined) this.cancel();
    else {
      this.#isCancelling = true;
      // An agent may deliver its queue as soon as it is cancelled, so the messages come back first.
      void within(returnTimeout, held).then(() => this.cancel());
    }
    return held !== undefined;
  }

  /** Cancels the work; pending messages stay, and are sent when it has ended. */
  cancel(): void {
    this.#isCancelling = true;
    this.#session?.cancel();
    this.#store.cancelUnfinished();
  }

  /** Sends the next pending message if the agent is idle. */
  proceed(): void {
    const { session } = this;
    if (session === undefined || session.isClosed || this.#isLost || this.isBusy) return;
    const next = this.pending.next();
    if (next !== undefined) void this.#send(session, next);
  }

  /** The agent has stopped: ends its work, and keeps the pending messages here. */
  agentStopped(): void {
    this.#isLost = true;
    // The agent of a hub goes on, and the hub tells what became of its work.
    if (this.#parts.plan.hub === undefined) this.#store.cancelUnfinished();
    if (isBusy(this.#store.snapshot())) this.#store.apply({ sessionUpdate: 'state_update', state: 'idle' });
    this.pending.bringHere();
  }

  /**
   * The agent was restarted: opens a new session if the current one is closed, and sends pending messages. Resolves
   * with what became of the session; one of a hub is read again, because its agent went on.
   */
  async agentRestarted(): Promise<'open' | 'new'> {
    const { session } = this;
    if (this.#parts.plan.hub !== undefined && session !== undefined) return this.#reattach(session);
    const isOpen = session?.isClosed === false;
    if (isOpen) this.pending.adopt(session.pendingMessages);
    this.#isLost = false;
    if (!isOpen) await this.open({ kind: 'new' }, { keepsPending: true });
    this.proceed();
    return isOpen ? 'open' : 'new';
  }

  /** Opens a session of a hub again; what has happened in it since is added to the transcript. */
  async #reattach({ id: sessionId, cwd }: ClientSession): Promise<'open'> {
    const { connection, plan, log } = this.#parts;
    const store = this.#store;
    const onUpdate = (update: SessionUpdate): void => this.#applyUpdate(store, update);
    const replay = store.replay();
    try {
      const origin: SessionOrigin = { kind: 'load', sessionId };
      this.#session = await openSession(connection(), { ...plan, cwd, options: [] }, { origin, log, onUpdate });
    } finally {
      replay[Symbol.dispose]();
    }
    this.#isLost = false;
    this.earlier.opened(undefined);
    this.pending.adopt(this.#session.pendingMessages);
    addSessionSettings(this.#session, store);
    this.#parts.hooks.changed();
    this.reportFailure();
    this.proceed();
    return 'open';
  }

  /** Removes the pending messages of the previous session, and reports them. */
  #discardPending(): void {
    const unsent = this.pending.all.map(({ prompt }) => prompt.text);
    this.pending.clear();
    if (unsent.length === 0) return;
    this.#parts.hooks.note({ kind: 'warning', text: `Not sent, because the session was closed: ${unsent.join('; ')}` });
  }

  /** Loads the history of a fork, if the agent can replay it. */
  async #replay(session: ClientSession, onUpdate: (update: SessionUpdate) => void): Promise<ClientSession> {
    const { id: sessionId, cwd } = session;
    return this.#parts
      .connection()
      .load({ sessionId, cwd }, { onUpdate })
      .catch(() => session);
  }

  #applyUpdate(store: TranscriptStore, update: SessionUpdate): void {
    this.subagents.note(update);
    store.apply(update);
    if (store !== this.#store || this.earlier.isReading) return;
    const warning = this.usage.record(update);
    if (warning !== undefined) this.#parts.hooks.note({ kind: 'warning', text: warning });
    if (update.sessionUpdate === 'user_message' || update.sessionUpdate === 'user_message_chunk')
      this.#delivered(update.messageId);
    if (update.sessionUpdate !== 'state_update' || update.state !== 'idle') return;
    this.#isCancelling = false;
    // Another user may have cancelled; what the agent left open is then shown as ended.
    if ('stopReason' in update && update.stopReason === 'cancelled') store.cancelUnfinished();
    if (!this.#isLost) this.reportFailure();
    queueMicrotask(() => this.proceed());
  }

  #delivered(messageId: string): void {
    if (!this.pending.delivered(messageId)) this.#sending = undefined;
    this.#parts.hooks.changed();
  }

  /** Resolves when the work has ended; true if the agent has finished it. */
  async #send(session: ClientSession, prompt: Prompt): Promise<boolean> {
    const { hooks } = this.#parts;
    this.#isWorking = true;
    this.usage.begin();
    this.#isFresh = false;
    this.#isCancelling = false;
    this.#turn = { planBefore: lastPlan(this.#store.snapshot())?.plan };
    this.#sending = prompt;
    hooks.changed();
    try {
      const written = await promptContent(prompt, placeOf(session));
      const { content, options } = await hooks.withContext(written, session);
      const outcome = await hooks.withLogin(() => session.prompt(content, options));
      const note = outcomeNote(outcome, { isCancelling: this.#isCancelling });
      if (note !== undefined) hooks.note(note);
      return note === undefined;
    } catch (error) {
      // `onEnd` of the agent reports that it has stopped.
      if (error instanceof ConnectionError) hooks.failed?.();
      else hooks.note({ kind: 'error', text: describeError(error) });
    } finally {
      this.#isWorking = false;
      this.#sending = undefined;
      hooks.changed();
      this.proceed();
    }
    return false;
  }

  get #agentQueue(): AgentQueue | undefined {
    const { queued, note } = this.#parts.hooks;
    if (this.#session === undefined || this.#isLost) return undefined;
    return createAgentQueue(this.#session, queued, (content) => {
      note({ kind: 'info', text: `Sent into the running work: ${promptOf(content).text}` });
    });
  }
}
