/**
 * One session while a client is attached to it: what it is set to, and what its client is told.
 *
 * This is the side of the program; what is done in the session is on the side of the connection.
 */
import type { CallOptions } from '@acp-stack/rpc';
import type {
  AvailableCommand,
  BackgroundWork,
  IdleStateUpdate,
  McpServer,
  NoticeSeverity,
  SessionConfigOption,
  SessionUpdate,
  SetSessionConfigOptionRequest,
  SystemPrompt,
  UsageUpdate,
} from '@acp-stack/schema/v2/unstable';

import { AgentTerminal, type AgentTerminalInit } from '../turn/agent-terminal.ts';
import type { PromptHandlerOf } from '../turn/foreground-work.ts';
import type { SessionHost } from './session-host.ts';
import { SessionState } from './session-state.ts';
import { bindMethods } from '../../shared/bound-methods.ts';
import { requireCommandNames } from '../turn/slash-commands.ts';
import { Compaction } from '../turn/compaction.ts';
import { requireUnmixedValues, setConfigOption } from './config-options.ts';
import type { Connection } from '../../connection/connection.ts';
import { EditorDocuments } from '../editor/editor-documents.ts';
import { EditorFiles } from '../editor/editor-files.ts';
import { EditorTerminal, type EditorTerminalInit } from '../editor/editor-terminal.ts';
import { interrupted } from '../store/interrupted-work.ts';
import type { Params, ReceivedResult, RequestFrom } from '../../connection/method-types.ts';
import type { SessionAttachment } from './session-attachment.ts';
import type { SessionRecord } from '../store/session-store.ts';
import { ToolCall, type ToolCallInit } from '../turn/tool-call.ts';
import type { TurnOf } from '../turn/turn.ts';

/** Works on a turn, mostly that of a prompt. What it returns ends the turn; nothing means `end_turn`. */
export type PromptHandler = PromptHandlerOf<AgentSession>;

/** One turn of an agent: what was asked, and everything the agent can do about it. */
export type Turn = TurnOf<AgentSession>;

/** What the sessions of one connection have in common. */
export type AgentSessionHost = SessionHost<AgentSession>;

export interface AgentSessionInit {
  readonly record: SessionRecord;
  readonly attachment: SessionAttachment;
  readonly forkedFrom: string | undefined;
}

type Send = (update: SessionUpdate) => Promise<void>;

/** Whether the client is told right away. */
interface Quietness {
  readonly silently?: boolean;
}

const nothingBefore: IdleStateUpdate = {};
const noOptions: readonly SessionConfigOption[] = [];
const noCommands: readonly AvailableCommand[] = [];

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
  readonly #host: AgentSessionHost;
  #attachment: SessionAttachment;
  #configOptions = noOptions;
  #commands = noCommands;
  /** What is set now goes into the answer that opens the session. */
  #isOpening = true;
  #nextNumber = 0;
  #memory: Map<string, unknown> | undefined;
  #files: EditorFiles | undefined;
  #editor: EditorDocuments | undefined;
  /** The connection's side; made when something happens. */
  #state: SessionState<AgentSession> | undefined;

  constructor(host: AgentSessionHost, { record, attachment, forkedFrom }: AgentSessionInit) {
    this.id = record.sessionId;
    this.cwd = record.cwd;
    this.forkedFrom = forkedFrom;
    this.#host = host;
    this.#attachment = attachment;
    if (record.isWorking === true) this.#state = new SessionState<AgentSession>(this, host, interrupted);
  }

  /** The connection's side of `session`; a private getter would take room in every session. */
  static stateOf(session: AgentSession): SessionState<AgentSession> {
    session.#state ??= new SessionState(session, session.#host, nothingBefore);
    return session.#state;
  }

  /** The program has set `session` up; what it changes from now on is told. */
  static opened(session: AgentSession): void {
    session.#isOpening = false;
  }

  /** The connection to the client that has the session. */
  get connection(): Connection<'agent'> {
    return this.#host.connection;
  }

  /** Room for whatever the program wants to remember about the session. */
  get memory(): Map<string, unknown> {
    this.#memory ??= new Map();
    return this.#memory;
  }

  /** The files of the editor, where the client offers them. */
  get files(): EditorFiles {
    this.#files ??= new EditorFiles(this.connection, this.id);
    return this.#files;
  }

  /** The documents of the editor, where the client tells of them (draft). */
  get editor(): EditorDocuments {
    this.#editor ??= new EditorDocuments(this.connection, this.id);
    return this.#editor;
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

  /** A client resumes the session while it is open: what it says now replaces what was said before (DIRS-05, SETUP-21). */
  async attach(attachment: SessionAttachment): Promise<void> {
    const before = this.#attachment;
    this.#attachment = attachment;
    try {
      await this.#state?.attached();
    } catch (error) {
      this.#attachment = before;
      throw error;
    }
  }

  /** Calls `listener` when a client resumes the open session with other directories or servers; what it throws refuses that. */
  onAttach(listener: () => void | Promise<void>): Disposable {
    return stateOf(this).lifecycle.onAttach(listener);
  }

  /** Aborts when the session is closed. */
  get signal(): AbortSignal {
    return stateOf(this).lifecycle.signal;
  }

  /** Calls `release` when the session is closed, after its work has ended; closing waits for it. */
  onClose(release: () => void | Promise<void>): Disposable {
    return stateOf(this).lifecycle.onClose(release);
  }

  /** Runs a command in a terminal of the client, where it offers them: `connection.supports('terminal')`. */
  editorTerminal(init: EditorTerminalInit): Promise<EditorTerminal> {
    return EditorTerminal.create(this.connection, this.id, init);
  }

  /** Whether the session is closed; nothing can be said in it then. */
  get isClosed(): boolean {
    return this.#state?.isClosed === true;
  }

  /** The turn that runs now. */
  get turn(): Turn | undefined {
    return this.#state?.turn;
  }

  /** The update that says what the session is doing. */
  get stateSnapshot(): SessionUpdate {
    return stateOf(this).stateSnapshot;
  }

  /** The options of the session, with their values. */
  get configOptions(): readonly SessionConfigOption[] {
    return this.#configOptions;
  }

  /** The commands that the user may call. */
  get commands(): readonly AvailableCommand[] {
    return this.#commands;
  }

  // -------------------------------------------------------------------------------------------- telling the client

  /** Sends any update of this session; resolves when more can be sent. */
  update(update: SessionUpdate): Promise<void> {
    return stateOf(this).tell(update);
  }

  /** Calls the client on behalf of this session. */
  request<K extends RequestFrom<'agent'>>(
    method: K,
    params: Params<K>,
    options?: CallOptions,
  ): Promise<ReceivedResult<K>> {
    return stateOf(this).ask(method, params, options);
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
    await this.#host.store.patch(this.id, { title });
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
    const { newId } = this.#host;
    if (newId !== undefined) return newId(kind);
    this.#nextNumber += 1;
    return `${kind}_${crypto.randomUUID().slice(0, 8)}${this.#nextNumber}`;
  }

  // -------------------------------------------------------------------------------------------- work

  /**
   * Works without a prompt (LIFE-16), as soon as nothing else runs; prompts that come meanwhile are held. Resolves when it has ended, however it
   * did; rejects when the user cancelled before it began.
   */
  work(handler: PromptHandler): Promise<void> {
    return stateOf(this).work.work(handler);
  }

  /** Stops the work that runs and drops the prompts that are held (CANCEL-09); without work, nothing happens. */
  cancel(): void {
    this.#state?.cancel();
  }

  /** Something waits for the user; the answer says that it does no longer. */
  block(): () => void {
    return stateOf(this).work.state.block();
  }

  // -------------------------------------------------------------------------------------------- tool calls and terminals

  /**
   * Reports a tool call that outlives the turn, such as work in the background: cancelling the turn does not end it (CANCEL-10). `turn.toolCall`
   * is for the others.
   */
  toolCall(init: ToolCallInit, send: Send = (update) => this.update(update)): ToolCall {
    const { toolCallId } = init;
    const { running } = stateOf(this);
    const id = toolCallId === undefined ? this.nextId('call') : running.claim(toolCallId);
    const call = new ToolCall(id, init, send);
    running.addToolCall(call);
    return call;
  }

  /** Shows a terminal that this agent owns and that outlives the turn. */
  terminal(init: AgentTerminalInit = {}, send: Send = (update) => this.update(update)): AgentTerminal {
    const terminal = new AgentTerminal(this.nextId('terminal'), init, send);
    stateOf(this).running.addTerminal(terminal);
    return terminal;
  }

  /** Reports that the context is being compacted, outside of a turn. */
  compaction(send: Send = (update) => this.update(update)): Compaction {
    return new Compaction(this.nextId('compaction'), send);
  }

  /**
   * Says which work goes on beside the foreground; an empty list when none does. Everything listed was reported before, and its end is
   * reported before it leaves the list (LIFE-19, LIFE-20).
   */
  setBackground(background: readonly BackgroundWork[]): Promise<void> {
    return stateOf(this).work.state.setBackground(background);
  }

  // -------------------------------------------------------------------------------------------- the store

  /** Resolves when the client was told everything that was said so far. */
  async told(): Promise<void> {
    await this.#state?.told();
  }

  /** Resolves when the store has everything that was said so far, and the client was told. */
  async flush(): Promise<void> {
    await this.#state?.flush();
  }
}

/** The connection's side of `session`. */
export const stateOf = (session: AgentSession): SessionState<AgentSession> => AgentSession.stateOf(session);
