/**
 * One session as the program of an agent sees it: its settings, its client and its work.
 *
 * What the connection knows of the session is in its session state.
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

import type { Connection } from '../../connection/connection.ts';
import type { Params, ReceivedResult, RequestFrom } from '../../connection/method-types.ts';
import { bindMethods } from '../../shared/bound-methods.ts';
import { EditorDocuments } from '../editor/editor-documents.ts';
import { EditorFiles } from '../editor/editor-files.ts';
import { EditorTerminal, type EditorTerminalInit } from '../editor/editor-terminal.ts';
import { interrupted } from '../store/interrupted-work.ts';
import type { SessionRecord } from '../store/session-store.ts';
import { AgentTerminal, type AgentTerminalInit } from '../turn/agent-terminal.ts';
import { elicitChecked, type Elicitation } from '../turn/checked-elicitation.ts';
import { Compaction } from '../turn/compaction.ts';
import { shortTitle } from './short-title.ts';
import type { PromptHandlerOf } from '../turn/foreground-work.ts';
import { requireCommandNames, toCommand, type CommandInit } from '../turn/slash-commands.ts';
import { ToolCall, type ToolCallInit } from '../turn/tool-call.ts';
import type { TurnOf } from '../turn/turn.ts';
import { requireUsableOptions, setConfigOption } from './config-options.ts';
import type { SessionAttachment } from './session-attachment.ts';
import type { AgentSessionHostOf } from './agent-session-host.ts';
import { SessionState } from './session-state.ts';

/** Works on a turn, mostly that of a prompt. It returns the stop reason; undefined means `end_turn`. */
export type PromptHandler = PromptHandlerOf<AgentSession>;

/** One turn of an agent: what was asked, and everything the agent can do about it. */
export type Turn = TurnOf<AgentSession>;

/** What the sessions of one connection have in common. */
export type AgentSessionHost = AgentSessionHostOf<AgentSession>;

export interface AgentSessionInit {
  readonly record: SessionRecord;
  readonly attachment: SessionAttachment;
  readonly forkedFrom: string | undefined;
}

type Send = (update: SessionUpdate) => Promise<void>;

interface SetOptions {
  /** Whether the client is not notified. */
  readonly silently?: boolean;
}

const nothingBefore: IdleStateUpdate = {};
const noOptions: readonly SessionConfigOption[] = [];
const noCommands: readonly AvailableCommand[] = [];

/** A session on the agent: its settings, its client and its work. */
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
  /** Whether the session is being opened: its settings are part of the response. */
  #isOpening = true;
  #nextNumber = 0;
  #memory: Map<string, unknown> | undefined;
  #files: EditorFiles | undefined;
  #editor: EditorDocuments | undefined;
  /** Made when something happens. */
  #state: SessionState<AgentSession> | undefined;

  constructor(host: AgentSessionHost, { record, attachment, forkedFrom }: AgentSessionInit) {
    this.id = record.sessionId;
    this.cwd = record.cwd;
    this.forkedFrom = forkedFrom;
    this.#host = host;
    this.#attachment = attachment;
    if (record.isWorking === true) this.#state = new SessionState<AgentSession>(this, host, interrupted);
  }

  /** What the connection knows of `session`; a private getter would take room in every session. */
  static stateOf(session: AgentSession): SessionState<AgentSession> {
    session.#state ??= new SessionState(session, session.#host, nothingBefore);
    return session.#state;
  }

  /** The program has set up `session`; its client is notified of later changes. */
  static opened(session: AgentSession): void {
    session.#isOpening = false;
  }

  /** The client knows that `session` is open; nothing is made for a session in which nothing has happened. */
  static announced(session: AgentSession): void {
    session.#state?.opened();
  }

  /** The connection to the client. */
  get connection(): Connection<'agent'> {
    return this.#host.connection;
  }

  /** A map for the program's own data about the session. */
  get memory(): Map<string, unknown> {
    this.#memory ??= new Map();
    return this.#memory;
  }

  /** The files of the editor, if the client offers them. */
  get files(): EditorFiles {
    this.#files ??= new EditorFiles(this.connection, this.id);
    return this.#files;
  }

  /** The documents of the editor, if the client offers them (draft). */
  get editor(): EditorDocuments {
    this.#editor ??= new EditorDocuments(this.connection, this.id);
    return this.#editor;
  }

  /** The directories besides the working directory. */
  get additionalDirectories(): readonly string[] {
    return this.#attachment.additionalDirectories;
  }

  /** The MCP servers that the client has configured. */
  get mcpServers(): readonly McpServer[] {
    return this.#attachment.mcpServers;
  }

  /** The client's system prompt for this session. */
  get systemPrompt(): SystemPrompt | undefined {
    return this.#attachment.systemPrompt;
  }

  /** A client resumes the open session: its directories and servers replace those before. */
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

  /** Calls `listener` when a client resumes the open session; if it throws, the resume is refused. */
  onAttach(listener: () => void | Promise<void>): Disposable {
    return stateOf(this).lifecycle.onAttach(listener);
  }

  /** Calls `listener` after each response that opens, resumes or forks the session: its client knows it then. */
  onOpened(listener: () => void | Promise<void>): Disposable {
    return stateOf(this).lifecycle.onOpened(listener);
  }

  /** Aborts when the session is closed. */
  get signal(): AbortSignal {
    return stateOf(this).lifecycle.signal;
  }

  /** Calls `release` when the session is closed, after its work has ended; closing waits for the promise it returns. */
  onClose(release: () => void | Promise<void>): Disposable {
    return stateOf(this).lifecycle.onClose(release);
  }

  /** Runs a command in a terminal of the client, if it offers them: `connection.supports('terminal')`. */
  editorTerminal(init: EditorTerminalInit): Promise<EditorTerminal> {
    return EditorTerminal.create(this.connection, this.id, init);
  }

  /** Whether the session is closed; updates cannot be sent then. */
  get isClosed(): boolean {
    return this.#state?.isClosed === true;
  }

  /** The turn that runs now. */
  get turn(): Turn | undefined {
    return this.#state?.turn;
  }

  /** The `state_update` with the current state of the work. */
  get stateSnapshot(): SessionUpdate {
    return stateOf(this).stateSnapshot;
  }

  /** The config options, with their values. */
  get configOptions(): readonly SessionConfigOption[] {
    return this.#configOptions;
  }

  /** The commands that the user may call. */
  get commands(): readonly AvailableCommand[] {
    return this.#commands;
  }

  // -------------------------------------------------------------------------------------------- the client

  /** Sends an update; resolves when more can be sent. */
  update(update: SessionUpdate): Promise<void> {
    return stateOf(this).update(update);
  }

  /** Calls the client on behalf of this session. */
  request<K extends RequestFrom<'agent'>>(
    method: K,
    params: Params<K>,
    options?: CallOptions,
  ): Promise<ReceivedResult<K>> {
    return stateOf(this).request(method, params, options);
  }

  /**
   * Asks the user for data outside of a turn; in a turn use `turn.elicit`. Rejects with an `RpcError` if the client
   * accepts a form with values that do not fit it.
   */
  elicit(question: Elicitation, options?: CallOptions): Promise<ReceivedResult<'elicitation/create'>> {
    const { id: sessionId, connection } = this;
    return elicitChecked(question, { sessionId, supports: (path) => connection.supports(path) }, (params) =>
      this.request('elicitation/create', params, options),
    );
  }

  /** Replaces the config options and notifies the client, unless the session is being opened. */
  setConfigOptions(configOptions: readonly SessionConfigOption[], { silently = false }: SetOptions = {}): void {
    requireUsableOptions(configOptions);
    this.#configOptions = configOptions;
    if (!silently && !this.#isOpening) void this.update({ sessionUpdate: 'config_option_update', configOptions });
  }

  /** Sets the value of one option and notifies the client; throws if the option or the value does not exist. */
  setConfigValue(configId: string, value: string | boolean): void {
    const type = typeof value === 'boolean' ? 'boolean' : 'id';
    const request = { sessionId: this.id, configId, type, value } as SetSessionConfigOptionRequest;
    this.setConfigOptions(setConfigOption(this.#configOptions, request));
  }

  /** Replaces the slash commands and notifies the client, unless the session is being opened. */
  setCommands(commands: readonly (AvailableCommand | CommandInit)[], { silently = false }: SetOptions = {}): void {
    const availableCommands = commands.map(toCommand);
    requireCommandNames(availableCommands);
    this.#commands = availableCommands;
    if (!silently && !this.#isOpening)
      void this.update({ sessionUpdate: 'available_commands_update', availableCommands });
  }

  /** Sets the title, of which 500 characters are kept; null removes it. */
  async setTitle(requested: string | null): Promise<void> {
    const title = requested === null ? null : shortTitle(requested);
    await this.#host.store.patch(this.id, { title });
    await this.update({ sessionUpdate: 'session_info_update', title });
  }

  /** Reports how much of the context is used, and the cost. */
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

  /** A new id, unique in this session, also after it was resumed. */
  nextId(kind: string): string {
    const { newId } = this.#host;
    if (newId !== undefined) return newId(kind);
    this.#nextNumber += 1;
    return `${kind}_${crypto.randomUUID().slice(0, 8)}${this.#nextNumber}`;
  }

  // -------------------------------------------------------------------------------------------- work

  /**
   * Works without a prompt, as soon as nothing else runs; prompts that come meanwhile are held. Resolves when the work
   * has ended, also with an error; rejects if the user cancelled before it began.
   */
  work(handler: PromptHandler): Promise<void> {
    return stateOf(this).work.work(handler);
  }

  /** Cancels the running work and the prompts that are held; does nothing without work. */
  cancel(): void {
    this.#state?.cancel();
  }

  /** Reports that something waits for the user, until the returned function is called. */
  block(): () => void {
    return stateOf(this).work.state.block();
  }

  // ------------------------------------------------------------------------------------------ tool calls and terminals

  /**
   * Reports a tool call that outlives the turn, such as work in the background: cancelling the turn does not end it.
   * Use `turn.toolCall` for all others.
   */
  toolCall(init: ToolCallInit, send: Send = (update) => this.update(update)): ToolCall {
    const { toolCallId } = init;
    const { running } = stateOf(this);
    const id = toolCallId === undefined ? this.nextId('call') : running.claim(toolCallId);
    const call = new ToolCall(id, init, send);
    running.addToolCall(call);
    return call;
  }

  /** Reports a terminal that the agent owns and that outlives the turn. */
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
   * Reports the work in the background; an empty array when there is none. Report each tool call or terminal before it
   * is in the list, and its end before it leaves the list.
   */
  setBackground(background: readonly BackgroundWork[]): Promise<void> {
    return stateOf(this).work.state.setBackground(background);
  }

  // -------------------------------------------------------------------------------------------- the store

  /** Resolves when all updates so far are stored and sent. */
  async flush(): Promise<void> {
    await this.#state?.flush();
  }
}

/** What the connection knows of `session`. */
export const stateOf = (session: AgentSession): SessionState<AgentSession> => AgentSession.stateOf(session);
