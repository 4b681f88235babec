/**
 * One session while a client is attached to it: what it is set to, and what its client is told.
 *
 * Everything that belongs to the conversation is also kept in the store, in the order in which it was sent.
 */
import type { CallOptions } from '@acp-stack/rpc';
import type {
  AvailableCommand,
  BackgroundWork,
  InjectMode,
  McpServer,
  NoticeSeverity,
  PromptRequest,
  PromptResponse,
  SessionConfigOption,
  SessionUpdate,
  SetSessionConfigOptionRequest,
  SystemPrompt,
  UsageUpdate,
} from '@acp-stack/schema/v2/unstable';

import { AgentTerminal, type AgentTerminalInit } from './agent-terminal.ts';
import { bindMethods } from './bound-methods.ts';
import { requireCommandNames } from './command-names.ts';
import { Compaction } from './compaction.ts';
import { requireUnmixedValues, setConfigOption } from './config-options.ts';
import type { Connection } from './connection.ts';
import { EditorDocuments } from './editor-documents.ts';
import { EditorFiles } from './editor-files.ts';
import { EditorTerminal, type EditorTerminalInit } from './editor-terminal.ts';
import { ForegroundState } from './foreground-state.ts';
import { ForegroundWork } from './foreground-work.ts';
import type { Injections } from './injections.ts';
import { interrupted } from './interrupted-work.ts';
import { KeptFirst } from './kept-first.ts';
import type { Params, ReceivedResult, RequestFrom } from './method-types.ts';
import { requireAbsolutePathsInUpdate } from './outgoing-paths.ts';
import { quietly } from './quietly.ts';
import { RunningWork } from './running-work.ts';
import type { SessionAttachment } from './session-attachment.ts';
import { SessionHistory } from './session-history.ts';
import type { SessionRecord, SessionStore } from './session-store.ts';
import { ToolCall, type ToolCallInit } from './tool-call.ts';
import type { Turn, TurnStopReason } from './turn.ts';

/** Works on a turn, mostly that of a prompt. What it returns ends the turn; nothing means `end_turn`. */
export type PromptHandler = (turn: Turn) => TurnStopReason | void | Promise<TurnStopReason | void>;

export interface AgentSessionInit {
  readonly connection: Connection<'agent'>;
  readonly record: SessionRecord;
  readonly attachment: SessionAttachment;
  readonly forkedFrom: string | undefined;
  readonly store: SessionStore;
  /** Makes ids; random ones when absent. */
  readonly newId?: ((kind: string) => string) | undefined;
  readonly onPrompt: PromptHandler;
  /** Hears what a handler threw by accident. */
  readonly onError: (error: unknown) => void;
  /** Which messages are taken while a session works. */
  readonly injectModes: readonly InjectMode[];
}

type Send = (update: SessionUpdate) => Promise<void>;

interface Listener {
  readonly call: () => void | Promise<void>;
}

/** Whether the client is told right away. */
interface Quietness {
  readonly silently?: boolean;
}

/** A conversation, on the side of the agent: what belongs to it, and everything that can be told about it. */
export class AgentSession {
  static {
    bindMethods(this);
  }

  /** The id of the session. */
  readonly id: string;
  /** The directory that the session works in. */
  readonly cwd: string;
  /** The id of the session that this one began as a copy of. */
  readonly forkedFrom: string | undefined;
  /** Room for whatever the program wants to remember about the session. */
  readonly memory: Map<string, unknown> = new Map();
  /** The files of the editor, where the client offers them. */
  readonly files: EditorFiles;
  /** The documents of the editor, where the client tells of them (draft). */
  readonly editor: EditorDocuments;
  /** What has not ended; for the connection. */
  readonly running: RunningWork = new RunningWork();
  readonly #init: AgentSessionInit;
  readonly #state: ForegroundState;
  readonly #history: SessionHistory;
  readonly #work: ForegroundWork;
  /** Where the store asks for it. */
  readonly #keptFirst: KeptFirst | undefined;
  readonly #send: Send = (update) => this.update(update);
  #attachment: SessionAttachment;
  #configOptions: readonly SessionConfigOption[] = [];
  #commands: readonly AvailableCommand[] = [];
  readonly #closing = new AbortController();
  readonly #onAttach = new Set<Listener>();
  readonly #onClose = new Set<Listener>();
  /** What is set now goes into the answer that opens the session. */
  #isOpening = true;
  #isClosed = false;
  #nextNumber = 0;

  constructor(init: AgentSessionInit) {
    const { record, attachment } = init;
    this.id = record.sessionId;
    this.cwd = record.cwd;
    this.forkedFrom = init.forkedFrom;
    this.#attachment = attachment;
    this.#init = init;
    this.files = new EditorFiles(init.connection, this.id);
    this.editor = new EditorDocuments(init.connection, this.id);
    this.#state = new ForegroundState(this.#send, record.isWorking === true ? interrupted : {});
    this.#history = new SessionHistory(this.id, init.store, (error, isSaid) => {
      init.onError(error);
      if (isSaid && this.#keptFirst !== undefined) this.#work.stop(error);
    });
    const keepsFirst = init.store.keepsFirst === true;
    this.#keptFirst = keepsFirst ? new KeptFirst() : undefined;
    const { onPrompt, onError, injectModes } = init;
    const [state, history] = [this.#state, this.#history];
    this.#work = new ForegroundWork({ session: this, state, history, onPrompt, onError, keepsFirst, injectModes });
  }

  /** The connection to the client that has the session. */
  get connection(): Connection<'agent'> {
    return this.#init.connection;
  }

  /** The roots beside the working directory. */
  get additionalDirectories(): readonly string[] {
    return this.#attachment.additionalDirectories;
  }

  /** The MCP servers that the client wants to be used. */
  get mcpServers(): readonly McpServer[] {
    return this.#attachment.mcpServers;
  }

  /** Instructions of the client for this session. */
  get systemPrompt(): SystemPrompt | undefined {
    return this.#attachment.systemPrompt;
  }

  /** The program has set the session up; what it changes from now on is told. */
  opened(): void {
    this.#isOpening = false;
  }

  /** A client resumes the session while it is open: what it says now replaces what was said before (DIRS-05, SETUP-21). */
  async attach(attachment: SessionAttachment): Promise<void> {
    const before = this.#attachment;
    this.#attachment = attachment;
    try {
      for (const { call } of this.#onAttach) await call();
    } catch (error) {
      this.#attachment = before;
      throw error;
    }
  }

  /** Calls `listener` when a client resumes the open session with other directories or servers; what it throws refuses that. */
  onAttach(listener: () => void | Promise<void>): Disposable {
    return added(this.#onAttach, listener);
  }

  /** Aborts when the session is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Calls `release` when the session is closed, after its work has ended; closing waits for it. */
  onClose(release: () => void | Promise<void>): Disposable {
    return added(this.#onClose, release);
  }

  /** Runs a command in a terminal of the client, where it offers them: `connection.supports('terminal')`. */
  editorTerminal(init: EditorTerminalInit): Promise<EditorTerminal> {
    return EditorTerminal.create(this.connection, this.id, init);
  }

  /** Whether the session is closed; nothing can be said in it then. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The turn that runs now. */
  get turn(): Turn | undefined {
    return this.#work.turn;
  }

  /** The options of the session, with their values. */
  get configOptions(): readonly SessionConfigOption[] {
    return this.#configOptions;
  }

  /** The commands that the user may call. */
  get commands(): readonly AvailableCommand[] {
    return this.#commands;
  }

  /** The update that says what the session is doing. */
  get stateSnapshot(): SessionUpdate {
    return this.#state.snapshot();
  }

  // -------------------------------------------------------------------------------------------- telling the client

  /** Sends any update of this session; resolves when more can be sent. */
  update(update: SessionUpdate): Promise<void> {
    if (this.#isClosed) return quietly(Promise.reject(new Error('The session is closed.')));
    try {
      requireAbsolutePathsInUpdate(update);
    } catch (error) {
      // Updates need not be awaited, so it is also said where somebody looks.
      this.#init.onError(error);
      return quietly(Promise.reject(error as Error));
    }
    const kept = this.#history.add(update);
    const send = (): Promise<void> => this.connection.notify('session/update', { sessionId: this.id, update });
    return this.#keptFirst === undefined ? send() : this.#keptFirst.send(kept, send);
  }

  /** Calls the client on behalf of this session. */
  request<K extends RequestFrom<'agent'>>(
    method: K,
    params: Params<K>,
    options?: CallOptions,
  ): Promise<ReceivedResult<K>> {
    if (this.#keptFirst === undefined) return this.connection.request(method, params, options);
    // The client hears first of what it is asked about.
    return quietly(this.#keptFirst.settled().then(() => this.connection.request(method, params, options)));
  }

  /** Replaces the options and tells the client, unless the session is just being opened (CFG-03). */
  setConfigOptions(configOptions: readonly SessionConfigOption[], { silently = false }: Quietness = {}): void {
    requireUnmixedValues(configOptions);
    this.#configOptions = configOptions;
    if (!silently && !this.#isOpening) void this.update({ sessionUpdate: 'config_option_update', configOptions });
  }

  /** Gives one option another value and tells the client; throws when the option or the value does not exist. */
  setConfigValue(configId: string, value: string | boolean): void {
    const type = typeof value === 'boolean' ? 'boolean' : 'id';
    const request = { sessionId: this.id, configId, type, value } as SetSessionConfigOptionRequest;
    this.setConfigOptions(setConfigOption(this.#configOptions, request));
  }

  /** Replaces the slash commands and tells the client, unless the session is just being opened (CMD-01). */
  setCommands(availableCommands: readonly AvailableCommand[], { silently = false }: Quietness = {}): void {
    requireCommandNames(availableCommands);
    this.#commands = availableCommands;
    if (!silently && !this.#isOpening)
      void this.update({ sessionUpdate: 'available_commands_update', availableCommands });
  }

  /** Names the session; null takes the name away (LIST-08). */
  async setTitle(title: string | null): Promise<void> {
    await this.#init.store.patch(this.id, { title });
    await this.update({ sessionUpdate: 'session_info_update', title });
  }

  /** Says how much of the context is used, and what it has cost. */
  usage(usage: Omit<UsageUpdate, '_meta'>): Promise<void> {
    return this.update({ sessionUpdate: 'usage_update', ...usage });
  }

  /** Shows the user something that is not part of the conversation. */
  notice(severity: NoticeSeverity, title: string, description?: string): Promise<void> {
    return this.update({
      sessionUpdate: 'notice',
      severity,
      title,
      ...(description === undefined ? {} : { description }),
    });
  }

  /** A new id, unique in this session and in every later life of it. */
  nextId(kind: string): string {
    const { newId } = this.#init;
    if (newId !== undefined) return newId(kind);
    this.#nextNumber += 1;
    return `${kind}_${crypto.randomUUID().slice(0, 8)}${this.#nextNumber}`;
  }

  // -------------------------------------------------------------------------------------------- prompts

  /** Takes a prompt; resolves when it has been inserted, which may be after others (LIFE-01). */
  prompt(params: PromptRequest, signal: AbortSignal): PromptResponse | Promise<PromptResponse> {
    return this.#work.prompt(params, signal);
  }

  /** Messages that are handed to the session while it works; for the connection. */
  get injections(): Injections {
    return this.#work.injections;
  }

  /** The session was opened elsewhere, where what waits is delivered; resolves when everything is kept that happened here. */
  async leavePending(): Promise<void> {
    this.injections.close('left');
    await this.flush();
  }

  /**
   * Works without a prompt (LIFE-16), as soon as nothing else runs; prompts that come meanwhile are held. Resolves when it has ended, however it
   * did; rejects when the user cancelled before it began.
   */
  work(handler: PromptHandler): Promise<void> {
    return this.#work.work(handler);
  }

  /** Stops the work that runs and drops the prompts that are held (CANCEL-09); without work, nothing happens. */
  cancel(): void {
    this.#work.cancel();
  }

  /** Something waits for the user; the answer says that it does no longer. */
  block(): () => void {
    return this.#state.block();
  }

  /**
   * Cancels all work, waits until it has ended, and lets go of the session (CLOSE-02, CLOSE-04). Messages that wait are dropped with a session that is
   * closed; in one that is only left, because its client is gone, they wait for the next.
   */
  async close(how: 'left' | 'closed' = 'closed'): Promise<void> {
    await this.#work.close(how);
    this.running.stop();
    this.#isClosed = true;
    this.#closing.abort();
    for (const release of this.#onClose) {
      this.#onClose.delete(release);
      try {
        await release.call();
      } catch (error) {
        this.#init.onError(error);
      }
    }
    await this.flush();
  }

  // -------------------------------------------------------------------------------------------- tool calls and terminals

  /**
   * Reports a tool call that outlives the turn, such as work in the background: cancelling the turn does not end it (CANCEL-10). `turn.toolCall`
   * is for the others.
   */
  toolCall(init: ToolCallInit, send: Send = this.#send): ToolCall {
    const { toolCallId } = init;
    const id = toolCallId === undefined ? this.nextId('call') : this.running.claim(toolCallId);
    const call = new ToolCall(id, init, send);
    this.running.addToolCall(call);
    return call;
  }

  /** Shows a terminal that this agent owns and that outlives the turn. */
  terminal(init: AgentTerminalInit = {}, send: Send = this.#send): AgentTerminal {
    const terminal = new AgentTerminal(this.nextId('terminal'), init, send);
    this.running.addTerminal(terminal);
    return terminal;
  }

  /** Reports that the context is being compacted, outside of a turn. */
  compaction(send: Send = this.#send): Compaction {
    return new Compaction(this.nextId('compaction'), send);
  }

  /**
   * Says which work goes on beside the foreground; an empty list when none does. Everything listed was reported before, and its end is
   * reported before it leaves the list (LIFE-19, LIFE-20).
   */
  setBackground(background: readonly BackgroundWork[]): Promise<void> {
    return this.#state.setBackground(background);
  }

  // -------------------------------------------------------------------------------------------- the store

  /** Resolves when the client was told everything that was said so far. */
  async told(): Promise<void> {
    await this.#keptFirst?.settled();
  }

  /** Resolves when the store has everything that was said so far, and the client was told. */
  async flush(): Promise<void> {
    await this.#history.flush();
    await this.told();
  }
}

/** Adds `call`, once for each time; the answer takes it out again. */
function added(listeners: Set<Listener>, call: Listener['call']): Disposable {
  const listener = { call };
  listeners.add(listener);
  return {
    [Symbol.dispose]: () => {
      listeners.delete(listener);
    },
  };
}
