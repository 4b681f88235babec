/**
 * One session as a program sees it: what the agent said last about it, and what can be done with it.
 *
 * The values change before listeners hear of the change. They are no transcript: messages and the content of tool
 * calls are in the updates.
 */
import { isBusy } from '@acp-stack/schema/prompt-progress';
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

import { bindMethods } from '../../shared/bound-methods.ts';
import { CapabilityError } from '../../connection/capability-error.ts';
import type { InjectedMessage, InjectOptions } from './injected-message.ts';
import { injectModes, type PendingListener } from './injected-messages.ts';
import { SessionState } from './session-state.ts';
import type { PermissionAnswer } from './permissions.ts';
import type { SessionHost } from './session-host.ts';
import type { TrackedToolCall } from './tool-call-table.ts';
import type { PromptInput } from '../../shared/content.ts';
import type { PromptRun } from './prompt-run.ts';

/** Where an update came from. */
export interface UpdateContext {
  /** Undefined when the session is not open here, such as one of a subagent. */
  readonly session: ClientSession | undefined;
  /** The session that the update is about, open here or not. */
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
  /** The session whose agent asks, open here or not. */
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
  /** Gives up opening it. */
  readonly signal?: AbortSignal;
  /** Hears every update from the first, also those that come before the session is open. */
  readonly onUpdate?: UpdateHandler;
}

/** What a copy of a session may differ in. */
export type ForkParams = Omit<ForkSessionRequest, 'sessionId' | 'cwd'> & { readonly cwd?: string };

/** A conversation, on the side of the client: prompts, what the agent says, and what is known about it. */
export class ClientSession implements AsyncDisposable {
  static {
    bindMethods(this);
  }

  /** The id of the session. */
  readonly id: string;
  readonly #host: SessionHost;
  /** The working directory, until there is another side that knows it. */
  readonly #openedIn: string;
  /** The connection's side; made when something happens: most sessions are idle, and a thousand of them must cost little. */
  #inside: SessionState | undefined;

  /** Made by the connection that opens the session. */
  constructor(id: string, cwd: string, host: SessionHost) {
    this.id = id;
    this.#host = host;
    this.#openedIn = cwd;
  }

  /** The connection's side of `session`; a private getter would take room in every session. */
  static inside(session: ClientSession): SessionState {
    session.#inside ??= new SessionState(session, session.#openedIn, session.#host);
    return session.#inside;
  }

  /** The working directory. */
  get cwd(): string {
    return this.#inside?.view.info.cwd ?? this.#openedIn;
  }

  /** What a list would say about the session: title, time of last activity, directories. */
  get info(): SessionInfo {
    return inside(this).view.info;
  }

  /** What the session does in the foreground now; idle until the agent says otherwise. */
  get state(): StateUpdate {
    return inside(this).view.state;
  }

  /** Whether the agent works or waits for the user. States that are not known yet count as that (LIFE-15). */
  get isBusy(): boolean {
    return isBusy(this.state);
  }

  /** The work beside the foreground; undefined when the agent does not report it. */
  get background(): readonly BackgroundWork[] | undefined {
    return inside(this).view.background;
  }

  /** The settings with their current values; undefined when the session has none. */
  get configOptions(): readonly SessionConfigOption[] | undefined {
    return inside(this).view.configOptions;
  }

  /** The slash commands. */
  get availableCommands(): readonly AvailableCommand[] {
    return inside(this).view.availableCommands;
  }

  /** How full the context is, and what it cost; undefined until the agent reports it. */
  get usage(): UsageUpdate | undefined {
    return inside(this).view.usage;
  }

  /** The tool calls that were reported, by id; `cancelled` as soon as this side has cancelled the work. */
  get toolCalls(): ReadonlyMap<string, TrackedToolCall> {
    return inside(this).view.toolCalls.calls;
  }

  /** Whether the session is closed, or its connection has ended. */
  get isClosed(): boolean {
    return this.#inside?.ended !== undefined;
  }

  /** Aborts when the session is closed or its connection has ended; another one once the session is open again. */
  get signal(): AbortSignal {
    return inside(this).signal;
  }

  /** Whether the agent offers `feature` for its sessions. */
  supports(feature: SessionFeature): boolean {
    if (feature === 'configOptions') return this.configOptions !== undefined;
    return this.#host.link.connection.supports(`session.${feature}`);
  }

  // -------------------------------------------------------------------------------------------- work

  /** Gives the agent a message. Iterate over the run for the updates, await it for the outcome. */
  prompt(input: PromptInput, options: PromptOptions = {}): PromptRun {
    return inside(this).work.prompt(input, options);
  }

  /**
   * Hands the agent a message while it works: for when it is done, or to steer what it does (draft). It can be taken
   * back until its `user_message` arrives.
   *
   * Resolves when the message is accepted. For an agent that does not offer the mode, see `fallback`; `via` of the
   * message says what was done.
   */
  async inject(input: PromptInput, options: InjectOptions): Promise<InjectedMessage> {
    const { work, ended } = inside(this);
    if (ended !== undefined) throw ended;
    return work.injections.inject(input, options);
  }

  /** The modes in which the agent takes messages while it works (draft). */
  get injectModes(): readonly InjectMode[] {
    return injectModes(this.#host.link.connection);
  }

  /** The injected messages that wait, in the order in which they would be delivered (draft). */
  get pendingMessages(): readonly InjectedMessage[] {
    return inside(this).work.injections.pending;
  }

  /** Hears whenever the messages that wait change: another one, one less, other content (draft). */
  onPendingChange(listener: PendingListener): Disposable {
    return inside(this).work.injections.onChange(listener);
  }

  /**
   * Cancels the foreground work, and prompts that are held.
   *
   * Questions of that work are answered as cancelled and its unfinished tool calls are marked so, at once; the runs
   * end when the agent says so, or with an unknown outcome after a grace period. Background work goes on.
   */
  cancel(options: CancelOptions = {}): void {
    inside(this).work.cancel(options);
  }

  /** Asks the agent to stop one tool call; its final status says that it did. */
  async cancelToolCall(toolCallId: string): Promise<void> {
    const method = 'tool_call/cancel';
    if (this.toolCalls.get(toolCallId)?.canCancel !== true) {
      throw new CapabilityError(method, `cancel of the tool call ${toolCallId}`, 'agent');
    }
    await this.#host.link.connection.request(method, { sessionId: this.id, toolCallId });
  }

  /** Asks the agent to end the command in one of its terminals; its exit status says that it did. */
  async cancelTerminal(terminalId: string): Promise<void> {
    const method = 'terminal/cancel';
    if (!inside(this).view.toolCalls.canCancelTerminal(terminalId)) {
      throw new CapabilityError(method, `cancel of the terminal ${terminalId}`, 'agent');
    }
    await this.#host.link.connection.request(method, { sessionId: this.id, terminalId });
  }

  /**
   * Listens to all updates of the session, inside and outside of runs, until the answer is disposed of.
   *
   * The first listener also hears, right after this call, what came while nobody listened.
   */
  onUpdate(handler: UpdateHandler): Disposable {
    return inside(this).onUpdate(handler);
  }

  /**
   * Decides about permissions of this session instead of the client's handler, until the answer is disposed of; the
   * latest one decides.
   */
  onPermission(handler: PermissionHandler): Disposable {
    return inside(this).onPermission(handler);
  }

  // -------------------------------------------------------------------------------------------- settings

  /**
   * Sets an option: the id of a value, or on and off. Answers with all options, since they may depend on each other.
   */
  async setConfigOption(configId: string, value: string | boolean): Promise<readonly SessionConfigOption[]> {
    const { connection, view } = inside(this);
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
    const { connection, view } = inside(this);
    const stored = await connection.request('session/set_title', { sessionId: this.id, title });
    view.info = { ...view.info, title: stored.title };
    return stored.title;
  }

  /** Asks whether the agent has the session in memory. */
  status(): Promise<SessionStatusResponse> {
    return this.#host.link.connection.request('session/status', { sessionId: this.id });
  }

  // -------------------------------------------------------------------------------------------- life

  /** Copies the session, in the same directory unless another one is given. Both go on independently. */
  fork(params: ForkParams = {}, options?: OpenOptions): Promise<ClientSession> {
    return this.#host.fork({ cwd: this.cwd, ...params, sessionId: this.id }, options);
  }

  /** Ends all work and frees what the agent holds for the session. It stays stored and can be resumed. */
  close(): Promise<void> {
    return this.isClosed ? Promise.resolve() : this.#host.closeSession(this.id);
  }

  /** Closes the session, if there is still an agent that has it open. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close().catch(() => undefined);
  }
}

/** The connection's side of `session`. */
export const inside = (session: ClientSession): SessionState => ClientSession.inside(session);
