/**
 * One session as a program sees it: what the agent said last about it, and what can be done with it.
 *
 * The values change before listeners hear of the change. They are no transcript: messages and the content of tool
 * calls are in the updates.
 */
import { isBusy } from '@acp-stack/bridge/light';
import type {
  AvailableCommand,
  BackgroundWork,
  ForkSessionRequest,
  InjectMode,
  McpCapabilities,
  Meta,
  PromptCapabilities,
  RequestPermissionRequest,
  RuntimeContext,
  SessionCapabilities,
  SessionConfigOption,
  SessionInfo,
  SessionStatusResponse,
  SessionUpdate,
  StateUpdate,
  UsageUpdate,
} from '@acp-stack/schema/v2/unstable';

import { bindMethods } from './bound-methods.ts';
import { CapabilityError } from './capability-error.ts';
import type { InjectedMessage, InjectOptions } from './client-inject.ts';
import { injectModes, type ClientInjections, type PendingListener } from './client-injections.ts';
import type { PermissionAnswer } from './client-permissions.ts';
import type { SessionView } from './client-session-view.ts';
import type { TrackedToolCall } from './client-tool-calls.ts';
import type { Connection } from './connection.ts';
import type { PromptInput } from './content.ts';
import type { PromptRun } from './prompt-run.ts';

/** Where an update came from. */
export interface UpdateContext {
  /** Undefined when the session is not open here, such as one of a subagent. */
  readonly session: ClientSession | undefined;
  readonly sessionId: string;
}

/**
 * Takes one update of a session.
 *
 * While the promise it returns is not settled, later updates of the session wait. So do not await a whole run in
 * here: its end is one of them.
 */
export type UpdateHandler = (update: SessionUpdate, context: UpdateContext) => void | Promise<void>;

/** Who asks for permission, and until when. */
export interface PermissionContext {
  /** Undefined when the session is not open here, or not yet. */
  readonly session: ClientSession | undefined;
  readonly sessionId: string;
  /** Aborts when the answer is no longer wanted: the agent took the question back, or the work was cancelled. */
  readonly signal: AbortSignal;
}

/** Decides about a request for permission: the id of one of its options, or `'cancelled'`, or the outcome in full. */
export type PermissionHandler = (
  request: RequestPermissionRequest,
  context: PermissionContext,
) => PermissionAnswer | Promise<PermissionAnswer>;

/** What an agent may be able to do with a session. */
export type SessionFeature =
  | Exclude<keyof SessionCapabilities, '_meta'>
  | `prompt.${Exclude<keyof PromptCapabilities, '_meta'>}`
  | `mcp.${Exclude<keyof McpCapabilities, '_meta'>}`
  | 'configOptions';

/** How one prompt is sent. */
export interface PromptOptions {
  /** Cancels the prompt: what is held is taken back, work that runs is cancelled as `session.cancel()` does. */
  readonly signal?: AbortSignal;
  /** Context for this turn only, which does not become part of the conversation (draft). */
  readonly runtimeContext?: readonly RuntimeContext[];
  /** What is sent along for programs that know it, such as a trace. */
  readonly _meta?: Meta;
}

/** How work is cancelled. */
export interface CancelOptions {
  /** Milliseconds to wait for the agent to end the work; after that the outcome is unknown. */
  readonly grace?: number;
}

/** How a session is opened, besides what the agent is told. */
export interface OpenOptions {
  readonly signal?: AbortSignal;
  /** Hears every update from the first, also those that come before the session is open. */
  readonly onUpdate?: UpdateHandler;
}

/** What a copy of a session may differ in. */
export type ForkParams = Omit<ForkSessionRequest, 'sessionId' | 'cwd'> & { readonly cwd?: string };

/** The part of a session that talks to the connection. */
export interface SessionCore {
  readonly view: SessionView;
  readonly connection: Connection<'client'>;
  readonly injections: ClientInjections;
  readonly isClosed: boolean;
  /** Why nothing more can be done with the session; undefined while it is open. */
  readonly ended: Error | undefined;
  readonly signal: AbortSignal;
  prompt(input: PromptInput, options: PromptOptions): PromptRun;
  cancel(options: CancelOptions): void;
  onUpdate(handler: UpdateHandler): Disposable;
  onPermission(handler: PermissionHandler): Disposable;
  fork(params: ForkSessionRequest, options?: OpenOptions): Promise<ClientSession>;
  close(): Promise<void>;
}

/** A conversation, on the side of the client: prompts, what the agent says, and what is known about it. */
export class ClientSession implements AsyncDisposable {
  static {
    bindMethods(this);
  }

  readonly #core: SessionCore;

  /** Made by the connection that opens the session. */
  constructor(core: SessionCore) {
    this.#core = core;
  }

  /** The id of the session. */
  get id(): string {
    return this.info.sessionId;
  }

  /** The working directory. */
  get cwd(): string {
    return this.info.cwd;
  }

  /** What a list would say about the session: title, time of last activity, directories. */
  get info(): SessionInfo {
    return this.#core.view.info;
  }

  /** What the session does in the foreground now; idle until the agent says otherwise. */
  get state(): StateUpdate {
    return this.#core.view.state;
  }

  /** Whether the agent works or waits for the user. States that are not known yet count as that (LIFE-15). */
  get isBusy(): boolean {
    return isBusy(this.state);
  }

  /** The work beside the foreground; undefined when the agent does not report it. */
  get background(): readonly BackgroundWork[] | undefined {
    return this.#core.view.background;
  }

  /** The settings with their current values; undefined when the session has none. */
  get configOptions(): readonly SessionConfigOption[] | undefined {
    return this.#core.view.configOptions;
  }

  /** The slash commands. */
  get availableCommands(): readonly AvailableCommand[] {
    return this.#core.view.availableCommands;
  }

  /** How full the context is, and what it cost; undefined until the agent reports it. */
  get usage(): UsageUpdate | undefined {
    return this.#core.view.usage;
  }

  /** The tool calls that were reported, by id; `cancelled` as soon as this side has cancelled the work. */
  get toolCalls(): ReadonlyMap<string, TrackedToolCall> {
    return this.#core.view.toolCalls.calls;
  }

  /** Whether the session is closed, or its connection has ended. */
  get isClosed(): boolean {
    return this.#core.isClosed;
  }

  /** Aborts when the session is closed or its connection has ended; another one once the session is open again. */
  get signal(): AbortSignal {
    return this.#core.signal;
  }

  /** Whether the agent offers `feature` for its sessions. */
  supports(feature: SessionFeature): boolean {
    if (feature === 'configOptions') return this.configOptions !== undefined;
    return this.#core.connection.supports(`session.${feature}`);
  }

  // -------------------------------------------------------------------------------------------- work

  /** Gives the agent a message. Iterate over the run for the updates, await it for the outcome. */
  prompt(input: PromptInput, options: PromptOptions = {}): PromptRun {
    return this.#core.prompt(input, options);
  }

  /**
   * Hands the agent a message while it works: for when it is done, or to steer what it does (draft). It can be taken
   * back until its `user_message` arrives.
   *
   * Resolves when the message is accepted. For an agent that does not offer the mode, see `fallback`; `via` of the
   * message says what was done.
   */
  async inject(input: PromptInput, options: InjectOptions): Promise<InjectedMessage> {
    const { injections, ended } = this.#core;
    if (ended !== undefined) throw ended;
    return injections.inject(input, options);
  }

  /** The modes in which the agent takes messages while it works (draft). */
  get injectModes(): readonly InjectMode[] {
    return injectModes(this.#core.connection);
  }

  /** The injected messages that wait, in the order in which they would be delivered (draft). */
  get pendingMessages(): readonly InjectedMessage[] {
    return this.#core.injections.pending;
  }

  /** Hears whenever the messages that wait change: another one, one less, other content (draft). */
  onPendingChange(listener: PendingListener): Disposable {
    return this.#core.injections.onChange(listener);
  }

  /**
   * Cancels the foreground work, and prompts that are held.
   *
   * Questions of that work are answered as cancelled and its unfinished tool calls are marked so, at once; the runs
   * end when the agent says so, or with an unknown outcome after a grace period. Background work goes on.
   */
  cancel(options: CancelOptions = {}): void {
    this.#core.cancel(options);
  }

  /** Asks the agent to stop one tool call; its final status says that it did. */
  async cancelToolCall(toolCallId: string): Promise<void> {
    const method = 'tool_call/cancel';
    if (this.toolCalls.get(toolCallId)?.canCancel !== true) {
      throw new CapabilityError(method, `cancel of the tool call ${toolCallId}`, 'agent');
    }
    await this.#core.connection.request(method, { sessionId: this.id, toolCallId });
  }

  /** Asks the agent to end the command in one of its terminals; its exit status says that it did. */
  async cancelTerminal(terminalId: string): Promise<void> {
    const method = 'terminal/cancel';
    if (!this.#core.view.toolCalls.canCancelTerminal(terminalId)) {
      throw new CapabilityError(method, `cancel of the terminal ${terminalId}`, 'agent');
    }
    await this.#core.connection.request(method, { sessionId: this.id, terminalId });
  }

  /**
   * Listens to all updates of the session, inside and outside of runs, until the answer is disposed of.
   *
   * The first listener also hears, right after this call, what came while nobody listened.
   */
  onUpdate(handler: UpdateHandler): Disposable {
    return this.#core.onUpdate(handler);
  }

  /**
   * Decides about permissions of this session instead of the client's handler, until the answer is disposed of; the
   * latest one decides.
   */
  onPermission(handler: PermissionHandler): Disposable {
    return this.#core.onPermission(handler);
  }

  // -------------------------------------------------------------------------------------------- settings

  /**
   * Sets an option: the id of a value, or on and off. Answers with all options, since they may depend on each other.
   */
  async setConfigOption(configId: string, value: string | boolean): Promise<readonly SessionConfigOption[]> {
    const { connection, view } = this.#core;
    const method = 'session/set_config_option';
    if (view.configOptions === undefined) throw new CapabilityError(method, 'configOptions of the session', 'agent');
    const base = { sessionId: this.id, configId };
    const { configOptions } = await connection.request(
      method,
      typeof value === 'boolean' ? { ...base, type: 'boolean', value } : { ...base, type: 'id', value },
    );
    view.configOptions = configOptions;
    return configOptions;
  }

  /** Gives the session a title; answers with the one that the agent stored. */
  async setTitle(title: string): Promise<string> {
    const { connection, view } = this.#core;
    const stored = await connection.request('session/set_title', { sessionId: this.id, title });
    view.info = { ...view.info, title: stored.title };
    return stored.title;
  }

  /** Asks whether the agent has the session in memory. */
  status(): Promise<SessionStatusResponse> {
    return this.#core.connection.request('session/status', { sessionId: this.id });
  }

  // -------------------------------------------------------------------------------------------- life

  /** Copies the session, in the same directory unless another one is given. Both go on independently. */
  fork(params: ForkParams = {}, options?: OpenOptions): Promise<ClientSession> {
    return this.#core.fork({ cwd: this.cwd, ...params, sessionId: this.id }, options);
  }

  /** Ends all work and frees what the agent holds for the session. It stays stored and can be resumed. */
  close(): Promise<void> {
    return this.#core.close();
  }

  /** Closes the session, if there is still an agent that has it open. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close().catch(() => undefined);
  }
}
