/**
 * One session as a program sees it: its current values, and what can be done with it.
 *
 * The values change before listeners are called. They are not a transcript: messages and the content of tool calls are
 * in the updates.
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
  SessionCapabilities,
  SessionConfigOption,
  SessionInfo,
  SessionStatusResponse,
  StateUpdate,
  UsageUpdate,
} from '@acp-stack/schema/v2/unstable';

import { CapabilityError } from '../../connection/capability-error.ts';
import { bindMethods } from '../../shared/bound-methods.ts';
import type { PromptInput } from '../../shared/content.ts';
import type { InjectedMessage, InjectOptions } from './injected-message.ts';
import { injectModes, type PendingListener } from './injected-messages.ts';
import type { PromptRun } from './prompt-run.ts';
import type { CancelOptions, PromptOptions } from './prompts.ts';
import type { PermissionContextOf, PermissionHandlerOf, UpdateContextOf, UpdateHandlerOf } from './session-handlers.ts';
import type { ClientSessionHostOf } from './client-session-host.ts';
import { SessionState } from './session-state.ts';
import type { TrackedToolCall } from './tool-call-table.ts';

/** Where an update came from. */
export type UpdateContext = UpdateContextOf<ClientSession>;

/**
 * Takes one update of a session.
 *
 * Later updates of the session wait for the promise that it returns. So do not await a whole run in a handler: the end
 * of the run is one of those updates.
 */
export type UpdateHandler = UpdateHandlerOf<ClientSession>;

/** Which session asks for permission, and until when it waits. */
export type PermissionContext = PermissionContextOf<ClientSession>;

/** Decides about a request for permission: the id of one of its options, or `'cancelled'`, or the outcome in full. */
export type PermissionHandler = PermissionHandlerOf<ClientSession>;

/** The features of sessions that an agent may support. */
export type SessionFeature =
  | Exclude<keyof SessionCapabilities, '_meta'>
  | `prompt.${Exclude<keyof PromptCapabilities, '_meta'>}`
  | `mcp.${Exclude<keyof McpCapabilities, '_meta'>}`
  | 'configOptions';

/** How a session is opened, besides the params of the request. */
export interface OpenOptions {
  /** Gives up opening it. */
  readonly signal?: AbortSignal;
  /** Called with every update from the first, also those that come before the session is open. */
  readonly onUpdate?: UpdateHandler;
}

/** The params of a copy of a session. */
export type ForkParams = Omit<ForkSessionRequest, 'sessionId' | 'cwd'> & { readonly cwd?: string };

/** What a session uses of its connection. */
export interface ClientSessionHost extends ClientSessionHostOf<ClientSession> {
  fork(params: ForkSessionRequest, options?: OpenOptions): Promise<ClientSession>;
  closeSession(sessionId: string): Promise<void>;
}

/** A session on the client: prompts, updates, and the current values. */
export class ClientSession implements AsyncDisposable {
  static {
    bindMethods(this);
  }

  /** The id of the session. */
  readonly id: string;
  readonly #host: ClientSessionHost;
  /** The working directory until there is a state. */
  readonly #openedIn: string;
  /** Made when something happens: most sessions are idle, and a thousand of them must cost little. */
  #state: SessionState<ClientSession> | undefined;

  /** Made by the connection that opens the session. */
  constructor(id: string, cwd: string, host: ClientSessionHost) {
    this.id = id;
    this.#host = host;
    this.#openedIn = cwd;
  }

  /** What the connection knows of `session`; a private getter would take room in every session. */
  static stateOf(session: ClientSession): SessionState<ClientSession> {
    session.#state ??= new SessionState(session, session.#openedIn, session.#host);
    return session.#state;
  }

  /** The working directory. */
  get cwd(): string {
    return this.#state?.view.info.cwd ?? this.#openedIn;
  }

  /** The title, the time of the last activity and the directories. */
  get info(): SessionInfo {
    return stateOf(this).view.info;
  }

  /** The state of the foreground work; idle until the agent reports otherwise. */
  get state(): StateUpdate {
    return stateOf(this).view.state;
  }

  /** Whether the agent works or waits for the user. Unknown states count as busy. */
  get isBusy(): boolean {
    return isBusy(this.state);
  }

  /** The work beside the foreground; undefined when the agent does not report it. */
  get background(): readonly BackgroundWork[] | undefined {
    return stateOf(this).view.background;
  }

  /** The config options with their current values; undefined when the session has none. */
  get configOptions(): readonly SessionConfigOption[] | undefined {
    return stateOf(this).view.configOptions;
  }

  /** The slash commands. */
  get availableCommands(): readonly AvailableCommand[] {
    return stateOf(this).view.availableCommands;
  }

  /** The context size, its use and the cost; undefined until the agent reports it. */
  get usage(): UsageUpdate | undefined {
    return stateOf(this).view.usage;
  }

  /** The tool calls that were reported, by id; `cancelled` as soon as this side has cancelled the work. */
  get toolCalls(): ReadonlyMap<string, TrackedToolCall> {
    return stateOf(this).view.toolCalls.calls;
  }

  /** The metadata of the response that opened the session last, for extensions of the agent. */
  get openedMeta(): NonNullable<Meta> | undefined {
    return this.#state?.view.openedMeta;
  }

  /** Whether the session is closed, or its connection has ended. */
  get isClosed(): boolean {
    return this.#state?.ended !== undefined;
  }

  /** Aborts when the session is closed or its connection has ended; another one once the session is open again. */
  get signal(): AbortSignal {
    return stateOf(this).signal;
  }

  /** Whether the agent offers `feature` for its sessions. */
  supports(feature: SessionFeature): boolean {
    if (feature === 'configOptions') return this.configOptions !== undefined;
    return this.#host.connection.supports(`session.${feature}`);
  }

  // -------------------------------------------------------------------------------------------- work

  /** Sends a prompt. Iterate over the run for the updates, await it for the outcome. */
  prompt(input: PromptInput, options: PromptOptions = {}): PromptRun {
    return stateOf(this).prompts.prompt(input, options);
  }

  /**
   * Sends the agent a message while it works: for when it is done, or to steer the work (draft). It can be revoked
   * until its `user_message` arrives.
   *
   * Resolves when the message is accepted. For an agent that does not offer the mode, see `fallback`; `via` of the
   * message says which way it takes.
   */
  async inject(input: PromptInput, options: InjectOptions): Promise<InjectedMessage> {
    const { prompts, ended } = stateOf(this);
    if (ended !== undefined) throw ended;
    return prompts.injected.inject(input, options);
  }

  /** The modes in which the agent takes messages while it works (draft). */
  get injectModes(): readonly InjectMode[] {
    return injectModes(this.#host.connection);
  }

  /** The injected messages that wait, in the order in which they would be delivered (draft). */
  get pendingMessages(): readonly InjectedMessage[] {
    return stateOf(this).prompts.injected.pending;
  }

  /** Calls `listener` whenever the pending messages change: one is added, removed or replaced (draft). */
  onPendingChange(listener: PendingListener): Disposable {
    return stateOf(this).prompts.injected.onChange(listener);
  }

  /**
   * Cancels the foreground work, and prompts that are held.
   *
   * Requests for permission of that work are answered as cancelled, and its unfinished tool calls are marked as
   * cancelled, at once. The runs end when the agent reports it, or with an unknown outcome after a grace period.
   * Background work goes on.
   */
  cancel(options: CancelOptions = {}): void {
    stateOf(this).prompts.cancel(options);
  }

  /** Asks the agent to cancel one tool call; its final status reports the end. */
  async cancelToolCall(toolCallId: string): Promise<void> {
    const method = 'tool_call/cancel';
    if (this.toolCalls.get(toolCallId)?.canCancel !== true) {
      throw new CapabilityError(method, `cancel of the tool call ${toolCallId}`, 'agent');
    }
    await this.#host.connection.request(method, { sessionId: this.id, toolCallId });
  }

  /** Asks the agent to end the command in one of its terminals; its exit status reports the end. */
  async cancelTerminal(terminalId: string): Promise<void> {
    const method = 'terminal/cancel';
    if (!stateOf(this).view.toolCalls.canCancelTerminal(terminalId)) {
      throw new CapabilityError(method, `cancel of the terminal ${terminalId}`, 'agent');
    }
    await this.#host.connection.request(method, { sessionId: this.id, terminalId });
  }

  /**
   * Listens to all updates of the session, inside and outside of runs, until the returned object is disposed of.
   *
   * Right after this call the first listener also gets the updates that came before.
   */
  onUpdate(handler: UpdateHandler): Disposable {
    return stateOf(this).onUpdate(handler);
  }

  /**
   * Decides about permissions of this session instead of the client's handler, until the returned object is disposed
   * of. Of several handlers the latest decides.
   */
  onPermission(handler: PermissionHandler): Disposable {
    return stateOf(this).onPermission(handler);
  }

  // -------------------------------------------------------------------------------------------- settings

  /** Sets a config option; resolves with all options, since they may depend on each other. */
  async setConfigOption(configId: string, value: string | boolean): Promise<readonly SessionConfigOption[]> {
    const { connection, view } = stateOf(this);
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

  /** Sets the title; resolves with the one that the agent stored. */
  async setTitle(title: string): Promise<string> {
    const { connection, view } = stateOf(this);
    const stored = await connection.request('session/set_title', { sessionId: this.id, title });
    view.info = { ...view.info, title: stored.title };
    return stored.title;
  }

  /** Asks whether the agent has the session in memory. */
  status(): Promise<SessionStatusResponse> {
    return this.#host.connection.request('session/status', { sessionId: this.id });
  }

  // -------------------------------------------------------------------------------------------- lifecycle

  /** Copies the session, in the same directory unless another one is given. Both continue independently. */
  fork(params: ForkParams = {}, options?: OpenOptions): Promise<ClientSession> {
    return this.#host.fork({ cwd: this.cwd, ...params, sessionId: this.id }, options);
  }

  /** Closes the session: all work ends, and the agent releases its resources. It stays stored and can be resumed. */
  close(): Promise<void> {
    return this.isClosed ? Promise.resolve() : this.#host.closeSession(this.id);
  }

  /** Closes the session; does nothing if the connection has ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close().catch(() => undefined);
  }
}

/** What the connection knows of `session`. */
export const stateOf = (session: ClientSession): SessionState<ClientSession> => ClientSession.stateOf(session);
