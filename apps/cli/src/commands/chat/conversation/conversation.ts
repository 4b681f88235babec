/**
 * The conversation with an agent, for whoever shows it: the session, its transcript, and what waits to be said.
 *
 * One prompt is under way at a time. What is sent while the agent works waits until it is done, or steers what it does.
 */
import type { ClientConnection, ClientSession, ContentBlock } from '@acp-stack/sdk';
import { TranscriptStore, isBusy } from '@acp-stack/transcript';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { ConnectionError } from '@acp-stack/rpc';
import { discardSession } from '../../../session/discard-session.ts';
import { openSession, type SessionOrigin } from '../../../session/open-session.ts';
import type { SessionPlan } from '../../../session/session-plan.ts';
import type { Log } from '../../../log/log.ts';
import type { SentPrompt } from '../../../context/prompt-context.ts';
import { createAgentQueue } from './agent-queue.ts';
import { PendingMessages, type AgentQueue } from './pending-messages.ts';
import { promptContent, type Prompt } from './prompt.ts';

/** Something to tell the user beside the conversation. */
export interface Note {
  readonly kind: 'info' | 'warning' | 'error';
  readonly text: string;
}

interface ConversationHooks {
  /** Something else is to be shown: the state of work, the queue, another session. */
  readonly changed: () => void;
  readonly note: (note: Note) => void;
  /** Does what needs a login, and logs in first when the agent wants that. */
  readonly withLogin: <T>(work: () => PromiseLike<T>) => Promise<T>;
  /** Adds what goes along with a prompt of this session. */
  readonly beside: (content: readonly ContentBlock[], session: ClientSession) => Promise<SentPrompt>;
  /** Hears what a message says that the agent keeps until it is delivered. */
  readonly handed: (content: readonly ContentBlock[]) => void;
}

export interface ConversationParts {
  readonly connection: () => ClientConnection;
  readonly plan: SessionPlan;
  readonly log: Log;
  readonly hooks: ConversationHooks;
}

const stopWords: Readonly<Record<string, string>> = {
  max_tokens: 'The agent stopped: the answer became too long.',
  max_turn_requests: 'The agent stopped: it has asked its model too often.',
  refusal: 'The agent refuses to go on with this.',
  cancelled: 'Cancelled.',
};

export class Conversation {
  readonly #parts: ConversationParts;
  #store = new TranscriptStore();
  #session: ClientSession | undefined;
  /** What waits to be said. */
  readonly pending: PendingMessages;
  /** Whether the user has agreed that an agent which cannot be steered is cancelled. */
  mayCancelToSteer = false;
  /** A prompt that was sent and is not in the transcript yet. */
  #sending: Prompt | undefined;
  #isWorking = false;
  #isCancelling = false;
  #isLost = false;
  /** Whether the session was begun here and the user has said nothing yet. */
  #isFresh = false;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.pending = new PendingMessages({
      agentQueue: () => this.#agentQueue,
      changed: parts.hooks.changed,
      waitsHere: () => this.proceed(),
    });
  }

  get store(): TranscriptStore {
    return this.#store;
  }

  /** Undefined before the first one is open. */
  get session(): ClientSession | undefined {
    return this.#session;
  }

  get cwd(): string {
    return this.#session?.cwd ?? this.#parts.plan.cwd;
  }

  get sending(): Prompt | undefined {
    return this.#sending;
  }

  /** Whether there is no agent to talk to. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether there is nothing in the session, and never was: nobody will look for it again. */
  get isEmpty(): boolean {
    return this.#isFresh && this.#store.snapshot().entries.size === 0;
  }

  /** Whether the agent has something to do for the user. */
  get isBusy(): boolean {
    return this.#isWorking || isBusy(this.#store.snapshot());
  }

  /** Whether the user wants what the agent does to stop, and it has not yet. */
  get isCancelling(): boolean {
    return this.#isCancelling && this.isBusy;
  }

  /** Opens a session in place of the one that is open; the old one stays as it is when that fails. */
  async open(
    origin: SessionOrigin,
    { cwd, keepsPending = false }: { readonly cwd?: string; readonly keepsPending?: boolean } = {},
  ): Promise<void> {
    const { connection, log, hooks } = this.#parts;
    const plan = cwd === undefined ? this.#parts.plan : { ...this.#parts.plan, cwd };
    const old = this.#session;
    const isCopy = origin.kind === 'fork' && origin.sessionId === old?.id;
    // A copy is not told what was said before; here that is known.
    const store = new TranscriptStore(isCopy ? { transcript: this.#store.snapshot() } : {});
    const onUpdate = (update: SessionUpdate): void => this.#hear(store, update);
    const opened = await hooks.withLogin(() => openSession(connection(), plan, { origin, log, onUpdate }));
    const isUntold = origin.kind === 'fork' && !isCopy;
    const session = isUntold ? await this.#tellAgain(opened, onUpdate) : opened;
    const { isEmpty } = this;
    this.#store = store;
    this.#session = session;
    this.#isFresh = origin.kind === 'new';
    if (keepsPending || old === undefined) this.pending.bringHere();
    else this.#leaveBehind();
    this.pending.adopt(session.pendingMessages);
    this.#seed(session, store);
    if (old !== undefined && old.id !== session.id)
      void (isEmpty ? discardSession(connection(), old) : old.close().catch(() => undefined));
    hooks.changed();
  }

  /** The user leaves: a session without a word in it is not kept. */
  async leave(): Promise<void> {
    if (this.isEmpty && this.#session !== undefined) await discardSession(this.#parts.connection(), this.#session);
  }

  /** Sends a message, or has it wait until the agent is done. */
  submit(prompt: Prompt): void {
    const { session } = this;
    if (this.#isLost) this.#parts.hooks.note({ kind: 'error', text: 'The agent is gone; /restart starts it again.' });
    if (session === undefined || this.#isLost || this.isBusy) this.pending.add(prompt, 'queue');
    else void this.#send(session, prompt);
    this.#parts.hooks.changed();
  }

  /** Whether the agent takes a message into what it does. */
  get canSteer(): boolean {
    return this.#agentQueue?.takes('steer') === true;
  }

  /** Says something into what the agent does; where that cannot be, cancels it and says it next. */
  steer(prompt: Prompt): void {
    if (!this.isBusy || this.#isLost) return this.submit(prompt);
    if (this.canSteer) return this.pending.add(prompt, 'steer');
    this.pending.add(prompt, 'queue', 'first');
    return this.cancel();
  }

  /** Cancels what the agent does; what waits stays. */
  cancel(): void {
    this.#isCancelling = true;
    this.#session?.cancel();
    this.#store.cancelUnfinished();
  }

  /** Sends what waits here, once nothing stands in its way. */
  proceed(): void {
    const { session } = this;
    if (session === undefined || session.isClosed || this.#isLost || this.isBusy) return;
    const next = this.pending.next();
    if (next !== undefined) void this.#send(session, next);
  }

  /** The agent is gone: what it did is over. */
  lost(): void {
    this.#isLost = true;
    this.#store.cancelUnfinished();
    if (isBusy(this.#store.snapshot())) this.#store.apply({ sessionUpdate: 'state_update', state: 'idle' });
    this.pending.bringHere();
  }

  /** The agent was started again; answers whether its session is still open. What waits goes on. */
  async found(): Promise<boolean> {
    const isOpen = this.#session?.isClosed === false;
    if (isOpen) this.pending.adopt(this.#session?.pendingMessages ?? []);
    this.#isLost = false;
    if (!isOpen) await this.open({ kind: 'new' }, { keepsPending: true });
    this.proceed();
    return isOpen;
  }

  /** What waited in the session before is told of. */
  #leaveBehind(): void {
    const unsaid = this.pending.all.map(({ prompt }) => prompt.text);
    this.pending.clear();
    if (unsaid.length === 0) return;
    this.#parts.hooks.note({ kind: 'warning', text: `Not said, because the session was left: ${unsaid.join('; ')}` });
  }

  /** Has the history of a session told that was just opened, where the agent does that. */
  async #tellAgain(session: ClientSession, onUpdate: (update: SessionUpdate) => void): Promise<ClientSession> {
    const { id: sessionId, cwd } = session;
    return this.#parts
      .connection()
      .load({ sessionId, cwd }, { onUpdate })
      .catch(() => session);
  }

  /** What the answer to the opening has said, in the transcript as well. */
  #seed(session: ClientSession, store: TranscriptStore): void {
    const { configOptions, availableCommands } = session;
    if (configOptions !== undefined) {
      store.apply({ sessionUpdate: 'config_option_update', configOptions: [...configOptions] });
    }
    if (availableCommands.length > 0) {
      store.apply({ sessionUpdate: 'available_commands_update', availableCommands: [...availableCommands] });
    }
  }

  #hear(store: TranscriptStore, update: SessionUpdate): void {
    store.apply(update);
    if (store !== this.#store) return;
    if (update.sessionUpdate === 'user_message' || update.sessionUpdate === 'user_message_chunk')
      this.#delivered(update.messageId);
    if (update.sessionUpdate !== 'state_update' || update.state !== 'idle') return;
    this.#isCancelling = false;
    queueMicrotask(() => this.proceed());
  }

  #delivered(messageId: string): void {
    if (!this.pending.delivered(messageId)) this.#sending = undefined;
    this.#parts.hooks.changed();
  }

  async #send(session: ClientSession, prompt: Prompt): Promise<void> {
    const { hooks } = this.#parts;
    this.#isWorking = true;
    this.#isFresh = false;
    this.#isCancelling = false;
    this.#sending = prompt;
    hooks.changed();
    try {
      const said = await promptContent(prompt, session.cwd);
      const { content, options } = await hooks.beside(said, session);
      const { kind, stopReason, error } = await hooks.withLogin(() => session.prompt(content, options));
      if (kind === 'unknown') hooks.note({ kind: 'warning', text: 'The agent did not say what became of this.' });
      else if (error !== undefined) hooks.note({ kind: 'error', text: error.message });
      else if (stopReason !== undefined && stopReason in stopWords) {
        hooks.note({ kind: stopReason === 'cancelled' ? 'warning' : 'error', text: stopWords[stopReason] ?? '' });
      }
    } catch (error) {
      // That the agent is gone is told once, by whoever watches it.
      if (!(error instanceof ConnectionError)) hooks.note({ kind: 'error', text: messageOf(error) });
    } finally {
      this.#isWorking = false;
      this.#sending = undefined;
      hooks.changed();
      this.proceed();
    }
  }

  get #agentQueue(): AgentQueue | undefined {
    const { handed } = this.#parts.hooks;
    return this.#session === undefined || this.#isLost ? undefined : createAgentQueue(this.#session, handed);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
