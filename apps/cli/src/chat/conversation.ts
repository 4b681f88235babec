/**
 * The conversation with an agent, for whoever shows it: the session, its transcript, and what waits to be said.
 *
 * One prompt is under way at a time. What is sent while the agent works waits, at the agent where it takes that, and here otherwise; it
 * can be taken back until its turn comes.
 */
import type { ClientConnection, ClientSession, InjectedMessage } from '@acp-stack/sdk';
import { TranscriptStore, isBusy } from '@acp-stack/transcript';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { ConnectionError } from '@acp-stack/rpc';
import { openSession, type SessionOrigin } from '../connect/open-session.ts';
import type { SessionPlan } from '../connect/session-plan.ts';
import type { Log } from '../connect/log.ts';
import { promptContent, type Prompt } from './prompt.ts';

/** Something to tell the user beside the conversation. */
export interface Remark {
  readonly kind: 'info' | 'warning' | 'error';
  readonly text: string;
}

interface ConversationHooks {
  /** Something else is to be shown: the state of work, the queue, another session. */
  readonly changed: () => void;
  readonly remark: (remark: Remark) => void;
  /** Does what needs a login, and logs in first when the agent wants that. */
  readonly withLogin: <T>(work: () => PromiseLike<T>) => Promise<T>;
}

export interface ConversationParts {
  readonly connection: () => ClientConnection;
  readonly plan: SessionPlan;
  readonly log: Log;
  readonly hooks: ConversationHooks;
}

/** A message that waits. */
export interface Waiting {
  readonly prompt: Prompt;
  /** Where it waits at the agent; undefined when it waits here. */
  message: InjectedMessage | undefined;
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
  readonly #waiting: Waiting[] = [];
  /** A prompt that was sent and is not in the transcript yet. */
  #sending: Prompt | undefined;
  #isWorking = false;
  /** Whether there is no agent to talk to. */
  #isLost = false;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
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

  get waiting(): readonly Waiting[] {
    return this.#waiting;
  }

  get sending(): Prompt | undefined {
    return this.#sending;
  }

  /** Whether the agent has something to do for the user. */
  get isBusy(): boolean {
    return this.#isWorking || isBusy(this.#store.snapshot());
  }

  /** Opens a session in place of the one that is open; the old one stays as it is when that fails. */
  async open(origin: SessionOrigin, cwd?: string): Promise<void> {
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
    this.#store = store;
    this.#session = session;
    this.#waiting.length = 0;
    this.#seed(session, store);
    if (old !== undefined && old.id !== session.id) void old.close().catch(() => undefined);
    hooks.changed();
  }

  /** Sends a message, or has it wait. */
  submit(prompt: Prompt): void {
    const { session } = this;
    if (this.#isLost)
      this.#parts.hooks.remark({ kind: 'error', text: 'The agent is gone; //restart starts it again.' });
    if (session === undefined || this.#isLost) {
      this.#waiting.push({ prompt, message: undefined });
    } else if (this.isBusy) void this.#queue(session, prompt);
    else void this.#send(session, prompt);
    this.#parts.hooks.changed();
  }

  /** Cancels what the agent does; what waits here stays and can be taken back. */
  cancel(): void {
    this.#session?.cancel();
    this.#store.cancelUnfinished();
  }

  /** Takes back the message that waits last; undefined when there is none, or it was just delivered. */
  async takeBack(): Promise<Prompt | undefined> {
    const last = this.#waiting.at(-1);
    if (last === undefined) return undefined;
    try {
      await last.message?.revoke();
    } catch {
      return undefined;
    }
    this.#forget(last);
    return last.prompt;
  }

  /** Sends what waits here, once nothing stands in its way. */
  proceed(): void {
    const { session } = this;
    if (session === undefined || session.isClosed || this.#isLost || this.isBusy) return;
    const next = this.#waiting.find(({ message }) => message === undefined);
    if (next === undefined) return;
    this.#forget(next);
    void this.#send(session, next.prompt);
  }

  /** The agent is gone: what it did is over, and what waited for it waits here. */
  lost(): void {
    this.#isLost = true;
    this.#store.cancelUnfinished();
    if (isBusy(this.#store.snapshot())) this.#store.apply({ sessionUpdate: 'state_update', state: 'idle' });
    for (const waiting of this.#waiting) waiting.message = undefined;
    this.#parts.hooks.changed();
  }

  /** The agent was started again; answers whether its session is still open. What waits goes on. */
  async found(): Promise<boolean> {
    this.#isLost = false;
    const isOpen = this.#session?.isClosed === false;
    const waiting = [...this.#waiting];
    if (!isOpen) await this.open({ kind: 'new' });
    if (!isOpen) this.#waiting.push(...waiting);
    this.proceed();
    return isOpen;
  }

  #forget(waiting: Waiting): void {
    const place = this.#waiting.indexOf(waiting);
    if (place >= 0) this.#waiting.splice(place, 1);
    this.#parts.hooks.changed();
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
    if (update.sessionUpdate === 'state_update' && update.state === 'idle') queueMicrotask(() => this.proceed());
  }

  #delivered(messageId: string): void {
    const delivered = this.#waiting.find(({ message }) => message?.messageId === messageId);
    if (delivered !== undefined) this.#forget(delivered);
    else this.#sending = undefined;
    this.#parts.hooks.changed();
  }

  async #send(session: ClientSession, prompt: Prompt): Promise<void> {
    const { hooks } = this.#parts;
    this.#isWorking = true;
    this.#sending = prompt;
    hooks.changed();
    try {
      const content = await promptContent(prompt, session.cwd);
      const { kind, stopReason, error } = await hooks.withLogin(() => session.prompt(content));
      if (kind === 'unknown') hooks.remark({ kind: 'warning', text: 'The agent did not say what became of this.' });
      else if (error !== undefined) hooks.remark({ kind: 'error', text: error.message });
      else if (stopReason !== undefined && stopReason in stopWords) {
        hooks.remark({ kind: stopReason === 'cancelled' ? 'warning' : 'error', text: stopWords[stopReason] ?? '' });
      }
    } catch (error) {
      // That the agent is gone is told once, by whoever watches it.
      if (!(error instanceof ConnectionError)) hooks.remark({ kind: 'error', text: messageOf(error) });
    } finally {
      this.#isWorking = false;
      this.#sending = undefined;
      hooks.changed();
      this.proceed();
    }
  }

  /** At the agent, if it offers to keep what waits. */
  async #queue(session: ClientSession, prompt: Prompt): Promise<void> {
    const waiting: Waiting = { prompt, message: undefined };
    this.#waiting.push(waiting);
    this.#parts.hooks.changed();
    if (!takesQueue(this.#parts.connection())) return;
    try {
      const content = await promptContent(prompt, session.cwd);
      waiting.message = await session.inject(content, { mode: 'queue' });
    } catch {
      // It waits here then.
      this.proceed();
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether the agent keeps messages until it is done (draft). */
function takesQueue(connection: ClientConnection): boolean {
  if (!connection.supports('session.inject')) return false;
  const { session } = connection.capabilities as {
    readonly session?: { readonly inject?: { readonly modes?: readonly string[] } };
  };
  return session?.inject?.modes?.includes('queue') === true;
}
