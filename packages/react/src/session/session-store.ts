/**
 * One session: its transcript, its state, and what can be done with it, over connections that come and go.
 *
 * The transcript survives a lost connection; `status` is `disconnected` until the session is open again. Nothing is
 * sent while it is not open: such calls reject, and the caller keeps what it wanted to send.
 */
import { ConnectionError, RpcError, type Clock } from '@acp-stack/rpc';
import { errorCodes, type NewSessionRequest, type SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { promptBlocks, type ClientSession, type PromptInput, type PromptOptions } from '@acp-stack/sdk';
import type { KeptPart, Transcript } from '@acp-stack/transcript';

import { hubSession, openedCursor, type HubPendingMessage } from '../hub/hub-meta.ts';
import type { FrameScheduler } from '../notify/frames.ts';
import { Topics, type Listener } from '../notify/topics.ts';
import { Questions } from '../questions/questions.ts';
import { MessageQueue } from '../queue/message-queue.ts';
import { SettingsStore } from '../settings/settings-store.ts';
import { HistoryReplay } from './history-replay.ts';
import { openExisting, replayHistory, type ExistingSession, type SessionTarget } from './open-session.ts';
import { PromptSender } from './prompt-sender.ts';
import type { SessionHost, SessionLink } from './session-host.ts';
import type { SessionSnapshot, SessionStatus } from './session-snapshot.ts';
import { topicOf, TranscriptView } from './transcript-view.ts';

/** What a prompt has besides its content. */
export type SendOptions = Pick<PromptOptions, 'runtimeContext' | '_meta'>;

const sessionTopic = 'session';
const questionTopic = 'questions';

/** A session and its transcript. Made by an `AgentStore`. */
export class SessionStore {
  /** The questions of the agent that wait for the user. */
  readonly questions: Questions;
  /** The messages that wait until the agent takes them. */
  readonly queue: MessageQueue;
  /** The config options. */
  readonly settings: SettingsStore;
  readonly #host: SessionHost<SessionStore>;
  readonly #topics: Topics;
  readonly #view: TranscriptView;
  readonly #prompts: PromptSender;
  readonly #tail: number | undefined;
  #target: SessionTarget;
  #link: SessionLink | undefined;
  #session: ClientSession | undefined;
  #cursor: string | undefined;
  #replay: HistoryReplay | undefined;
  #isWanted = false;
  #snapshot: SessionSnapshot;

  constructor(
    target: SessionTarget,
    host: SessionHost<SessionStore>,
    {
      frames,
      clock,
      tail,
    }: { readonly frames: FrameScheduler; readonly clock: Clock; readonly tail?: number | undefined },
  ) {
    this.#target = target;
    this.#host = host;
    this.#tail = tail;
    this.#topics = new Topics(frames);
    this.#view = new TranscriptView(this.#topics, () => {
      host.changed(this);
    });
    this.#prompts = new PromptSender(() => {
      this.#set({ sending: this.#prompts.sending });
    });
    this.questions = new Questions({
      store: this.#view.store,
      clock,
      onChange: () => {
        this.#topics.touch(questionTopic);
      },
    });
    this.queue = new MessageQueue(this.#topics);
    this.settings = new SettingsStore(this.#topics, { store: this.#view.store, session: () => this.#open });
    const { sessionId: id } = target as { readonly sessionId?: string };
    this.#snapshot = {
      status: 'opening',
      error: undefined,
      id,
      cwd: target.cwd,
      hub: {},
      hasEarlier: false,
      sending: [],
    };
  }

  // -------------------------------------------------------------------------------------------- reading

  /** The state besides the transcript; the same object until it changes. */
  readonly snapshot = (): SessionSnapshot => {
    const { status } = this.#snapshot;
    // The transport may try to reach the other side while the connection stays.
    if (status !== 'open' || this.#host.isReachable()) return this.#snapshot;
    return (this.#unreachable ??= { ...this.#snapshot, status: 'disconnected' });
  };
  #unreachable: SessionSnapshot | undefined;

  /** Calls `listener` when the state besides the transcript has changed, until the returned function is called. */
  readonly subscribe = (listener: Listener): (() => void) => this.#topics.subscribe(sessionTopic, listener);

  /** Whether it can be used. */
  get status(): SessionStatus {
    return this.snapshot().status;
  }

  /** Why it has failed or ended. */
  get error(): Error | undefined {
    return this.#snapshot.error;
  }

  /** Undefined until a new session was created. */
  get id(): string | undefined {
    return this.#snapshot.id;
  }

  /** The current transcript. */
  readonly transcript = (): Transcript => this.#view.transcript;

  /** Calls `listener` once per frame in which the transcript has changed. */
  readonly subscribeTranscript = (listener: Listener): (() => void) =>
    this.#topics.subscribe(topicOf.transcript, listener);

  /** The ids of the entries in order; the same array while only contents change. */
  readonly entryIds = (): readonly string[] => this.#view.entryIds;

  /** Calls `listener` once per frame in which entries were added or removed. */
  readonly subscribeEntryIds = (listener: Listener): (() => void) => this.#topics.subscribe(topicOf.entries, listener);

  /** Calls `listener` once per frame in which this entry has changed. */
  readonly subscribeEntry = (id: string, listener: Listener): (() => void) =>
    this.#topics.subscribe(topicOf.entry(id), listener);

  /** Calls `listener` once per frame in which this terminal has changed. */
  readonly subscribeTerminal = (id: string, listener: Listener): (() => void) =>
    this.#topics.subscribe(topicOf.terminal(id), listener);

  /** Calls `listener` once per frame in which a question was asked or settled. */
  readonly subscribeQuestions = (listener: Listener): (() => void) => this.#topics.subscribe(questionTopic, listener);

  // -------------------------------------------------------------------------------------------- work

  /**
   * Sends a prompt; resolves with the id of its message when it is part of the conversation. Rejects if the session is
   * not connected or the agent refuses it; then nothing was sent.
   */
  async prompt(input: PromptInput, options: SendOptions = {}): Promise<string | undefined> {
    const content = promptBlocks(input);
    const isHub = this.#link?.isHub === true;
    return this.#prompts.send(this.#open, content, { isHub, options });
  }

  /** Cancels the work of the agent. */
  cancel(): void {
    this.#open.cancel();
    this.#view.store.cancelUnfinished();
  }

  /** Cancels one tool call, where the agent offers it. */
  async cancelToolCall(toolCallId: string): Promise<void> {
    await this.#open.cancelToolCall(toolCallId);
  }

  /** Ends the command in a terminal of the agent, where the agent offers it. */
  async cancelTerminal(terminalId: string): Promise<void> {
    await this.#open.cancelTerminal(terminalId);
  }

  /** Sets the title. */
  async setTitle(title: string): Promise<void> {
    const stored = await this.#open.setTitle(title);
    this.#view.store.apply({ sessionUpdate: 'session_info_update', title: stored });
  }

  /** Reads the part of the history that was left out at first. */
  async loadEarlier(): Promise<void> {
    const { connection } = this.#requireLink();
    await replayHistory(await this.#existing(), {
      connection,
      beginReplay: this.#beginReplay,
      endReplay: this.#endReplay,
    });
  }

  /**
   * Leaves out the oldest part of a long transcript, which `loadEarlier` reads again; returns whether there was any.
   * Only a hub can be relied on to have it.
   */
  forgetEarlier(kept: KeptPart): boolean {
    if (this.#link?.isHub !== true || this.#replay !== undefined || !this.#view.forgetEarlier(kept)) return false;
    this.#set({ hasEarlier: true });
    return true;
  }

  /** The session of the connection, for calls that this class does not have; rejects while it is not open. */
  get client(): ClientSession {
    return this.#open;
  }

  /** Opens the session again after it has failed. */
  retry(): void {
    if (this.#snapshot.status !== 'failed' && this.#snapshot.status !== 'ended') return;
    this.#set({ status: this.#session === undefined ? 'opening' : 'disconnected', error: undefined });
    const link = this.#link;
    this.#link = undefined;
    if (link !== undefined) this.attach(link);
  }

  /** Opens the session as soon as there is a connection; called by `useSession` and `newSession`. */
  open(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#host.wanted(this);
    const link = this.#host.link();
    if (link !== undefined) this.attach(link);
  }

  /** Keeps the session open until the returned function is called; called by `useSession`. */
  retain(): () => void {
    this.open();
    return this.#host.retain(this);
  }

  // -------------------------------------------------------------------------------------------- of the connection

  /** There is a connection. */
  attach(link: SessionLink): void {
    if (!this.#isWanted || this.#link === link || isOver(this.#snapshot.status)) return;
    this.#link = link;
    this.#openOver(link).catch((error: unknown) => {
      if (this.#link === link) this.#failedToOpen(error as Error);
    });
  }

  /** The connection was lost. */
  detach(): void {
    this.#link = undefined;
    this.#session = undefined;
    this.queue.detach();
    if (this.#snapshot.status === 'open') this.#set({ status: 'disconnected' });
  }

  /** The session is not needed here any more; it is opened again when it is. */
  leave(): void {
    const session = this.#session;
    this.#isWanted = false;
    this.detach();
    session?.close().catch(() => undefined);
  }

  /** One update of the session. */
  receive(update: SessionUpdate, cursor: string | undefined): void {
    (this.#replay ?? this.#view.store).apply(update);
    if (cursor !== undefined) this.#cursor = cursor;
  }

  /** The hub has lost the session for this client, and the connection goes on. */
  lost(error: Error): void {
    const { reason } = Object(error instanceof RpcError ? error.data : undefined) as { readonly reason?: unknown };
    const link = this.#link;
    this.detach();
    if (link !== undefined && continuable.has(String(reason))) this.attach(link);
    else this.#end('ended', error);
  }

  /** The messages that wait in the hub. */
  pending(messages: readonly HubPendingMessage[]): void {
    this.queue.setHubMessages(messages, this.#snapshot.hub.principal);
  }

  /** The other side can be reached or not, while the connection stays. */
  reachableChanged(): void {
    this.#topics.touch(sessionTopic);
  }

  // -------------------------------------------------------------------------------------------- opening

  async #openOver(link: SessionLink): Promise<void> {
    const session = await (this.#snapshot.id === undefined ? this.#create(link) : this.#reopen(link));
    if (this.#link !== link) return;
    this.#session = session;
    const { configOptions, availableCommands, openedMeta } = session;
    const { store } = this.#view;
    if (configOptions !== undefined) {
      store.apply({ sessionUpdate: 'config_option_update', configOptions: [...configOptions] });
    }
    if (availableCommands.length > 0) {
      store.apply({ sessionUpdate: 'available_commands_update', availableCommands: [...availableCommands] });
    }
    this.#cursor ??= openedCursor(openedMeta);
    const { isLive: _live, isBusy: _busy, ...hub } = hubSession(openedMeta);
    this.#set({ status: 'open', error: undefined, cwd: session.cwd, hub });
    this.queue.attach(session, link, hub);
    this.#prompts.reopened(session);
  }

  async #create({ connection }: SessionLink): Promise<ClientSession> {
    const ended = this.#host.creating();
    try {
      const session = await connection.newSession(this.#target as NewSessionRequest);
      this.#target = { ...this.#target, sessionId: session.id };
      this.#set({ id: session.id, cwd: session.cwd });
      this.#host.created(this, session.id);
      return session;
    } finally {
      ended();
    }
  }

  async #reopen({ connection, isHub }: SessionLink): Promise<ClientSession> {
    const isEmpty = this.#view.isEmpty;
    const session = await openExisting(await this.#existing(), {
      connection,
      isHub,
      cursor: this.#cursor,
      isEmpty,
      tail: this.#tail,
      beginReplay: this.#beginReplay,
      endReplay: this.#endReplay,
    });
    if (isEmpty && isHub && this.#tail !== undefined) {
      this.#set({ hasEarlier: this.#view.transcript.entries.size >= this.#tail });
    }
    return session;
  }

  /** The params that open the session, which exists. */
  async #existing(): Promise<ExistingSession> {
    const { id = '', cwd } = this.#snapshot;
    const { replayFrom: _, ...target } = this.#target as ExistingSession & { readonly replayFrom?: unknown };
    return { ...target, sessionId: id, cwd: cwd ?? (await this.#host.cwdOf(id)) };
  }

  #failedToOpen(error: Error): void {
    // The next connection opens it.
    if (error instanceof ConnectionError && error.code === 'closed') return;
    const isGone = error instanceof RpcError && error.code === errorCodes.resource_not_found;
    this.#end(isGone && this.#snapshot.status === 'disconnected' ? 'ended' : 'failed', error);
  }

  #end(status: 'ended' | 'failed', error: Error): void {
    this.#set({ status, error });
    this.#prompts.failAll(error);
  }

  readonly #beginReplay = (): void => {
    this.#replay = new HistoryReplay();
  };

  readonly #endReplay = (isComplete: boolean): void => {
    const replay = this.#replay;
    this.#replay = undefined;
    if (replay === undefined) return;
    if (!isComplete) {
      // What was received is not in the transcript.
      this.#cursor = undefined;
      return;
    }
    this.#view.replace(replay.mergedInto(this.#view.transcript));
    this.#set({ hasEarlier: false });
  };

  // -------------------------------------------------------------------------------------------- state

  get #open(): ClientSession {
    if (this.#session !== undefined && this.status === 'open') return this.#session;
    const { error } = this.#snapshot;
    if (error !== undefined) throw new Error(`The session cannot be used: ${error.message}`, { cause: error });
    throw new Error('The session is not connected, so nothing was sent; send it again when it is connected.');
  }

  #requireLink(): SessionLink {
    if (this.#link === undefined) throw new Error('The session is not connected; try again when it is.');
    return this.#link;
  }

  #set(changes: Partial<SessionSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changes };
    this.#unreachable = undefined;
    this.#topics.touch(sessionTopic);
    this.#host.changed(this);
  }
}

/** Why a session is lost that can be opened again: the server could not keep up, or the transport lost updates. */
const continuable: ReadonlySet<string> = new Set(['behind', 'unreadable', 'history_lost']);

const isOver = (status: SessionStatus): boolean => status === 'ended' || status === 'failed';
