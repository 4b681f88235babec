/**
 * One session while a client is attached to it: what it is set to, what runs, and what waits to run.
 *
 * One turn runs at a time. A prompt that arrives meanwhile is held and inserted in its turn; its request stays unanswered until then
 * (LIFE-12). Everything that belongs to the conversation is also kept in the store, in the order in which it was sent.
 */
import { abortError, RpcError, rpcCodes, type CallOptions } from '@acp-stack/rpc';
import type {
  AvailableCommand,
  McpServer,
  NoticeSeverity,
  PromptRequest,
  PromptResponse,
  SessionConfigOption,
  SessionUpdate,
  UsageUpdate,
} from '@acp-stack/schema/v2/unstable';

import type { AgentTerminal } from './agent-terminal.ts';
import type { Connection } from './connection.ts';
import { ForegroundState } from './foreground-state.ts';
import type { Params, ReceivedResult, RequestFrom } from './method-types.ts';
import { quietly } from './quietly.ts';
import type { SessionRecord, SessionStore } from './session-store.ts';
import type { ToolCall } from './tool-call.ts';
import { Turn, type TurnStopReason } from './turn.ts';

/** Answers a prompt. What it returns ends the turn; nothing means `end_turn`. */
export type PromptHandler = (turn: Turn) => TurnStopReason | void | Promise<TurnStopReason | void>;

export interface AgentSessionInit {
  readonly connection: Connection<'agent'>;
  readonly record: SessionRecord;
  readonly mcpServers: readonly McpServer[];
  readonly store: SessionStore;
  readonly onPrompt: PromptHandler;
  /** Hears what a handler threw by accident. */
  readonly onError: (error: unknown) => void;
}

/** Whether the client is told right away. */
interface Quietness {
  readonly silently?: boolean;
}

interface HeldPrompt {
  readonly params: PromptRequest;
  readonly insert: (response: PromptResponse) => void;
  readonly refuse: (error: unknown) => void;
}

/** Not part of the conversation: states and notices are said once, and never again (NOTICE-02). */
const notKept = new Set<string>(['state_update', 'notice', 'usage_update', 'config_option_update']);
const mostHeldPrompts = 100;

export class AgentSession {
  readonly id: string;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly McpServer[];
  /** Room for whatever the program wants to remember about the session. */
  readonly memory: Map<string, unknown> = new Map();
  readonly #init: AgentSessionInit;
  readonly #state: ForegroundState;
  readonly #toolCalls = new Map<string, ToolCall>();
  readonly #terminals = new Map<string, AgentTerminal>();
  readonly #held: HeldPrompt[] = [];
  #turn: Turn | undefined;
  #configOptions: readonly SessionConfigOption[] = [];
  #commands: readonly AvailableCommand[] = [];
  #isClosed = false;
  #kept: Promise<void> = Promise.resolve();
  #nextNumber = 0;
  #onQuiet: (() => void)[] = [];

  constructor(init: AgentSessionInit) {
    const { record, mcpServers } = init;
    this.id = record.sessionId;
    this.cwd = record.cwd;
    this.additionalDirectories = record.additionalDirectories;
    this.mcpServers = mcpServers;
    this.#init = init;
    this.#state = new ForegroundState((update) => this.update(update));
  }

  get connection(): Connection<'agent'> {
    return this.#init.connection;
  }

  /** The turn that runs now. */
  get turn(): Turn | undefined {
    return this.#turn;
  }

  get configOptions(): readonly SessionConfigOption[] {
    return this.#configOptions;
  }

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
    if (!notKept.has(update.sessionUpdate)) this.#keep(update);
    return this.connection.notify('session/update', { sessionId: this.id, update });
  }

  /** Calls the client on behalf of this session. */
  request<K extends RequestFrom<'agent'>>(
    method: K,
    params: Params<K>,
    options?: CallOptions,
  ): Promise<ReceivedResult<K>> {
    return this.connection.request(method, params, options);
  }

  /** Replaces the options and tells the client, unless the session is just being opened (CFG-03). */
  setConfigOptions(configOptions: readonly SessionConfigOption[], { silently = false }: Quietness = {}): void {
    this.#configOptions = configOptions;
    if (!silently) void this.update({ sessionUpdate: 'config_option_update', configOptions });
  }

  /** Replaces the slash commands and tells the client, unless the session is just being opened (CMD-01). */
  setCommands(availableCommands: readonly AvailableCommand[], { silently = false }: Quietness = {}): void {
    this.#commands = availableCommands;
    if (!silently) void this.update({ sessionUpdate: 'available_commands_update', availableCommands });
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
    this.#nextNumber += 1;
    return `${kind}_${crypto.randomUUID().slice(0, 8)}${this.#nextNumber}`;
  }

  // -------------------------------------------------------------------------------------------- prompts

  /** Takes a prompt; resolves when it has been inserted, which may be after others (LIFE-01). */
  prompt(params: PromptRequest, signal: AbortSignal): PromptResponse | Promise<PromptResponse> {
    if (this.#turn === undefined) return this.#insert(params);
    if (this.#held.length >= mostHeldPrompts) {
      throw new RpcError(rpcCodes.internalError, `More than ${mostHeldPrompts} prompts wait; let some finish first.`);
    }
    return new Promise((resolve, reject) => {
      const held: HeldPrompt = { params, insert: resolve, refuse: reject };
      this.#held.push(held);
      signal.addEventListener('abort', () => {
        this.#release(held, abortError('The prompt was cancelled.', signal.reason));
      });
    });
  }

  #release(held: HeldPrompt, error: unknown): void {
    const index = this.#held.indexOf(held);
    if (index === -1) return;
    this.#held.splice(index, 1);
    held.refuse(error);
  }

  /** Inserts a prompt into the conversation and begins to work on it. */
  #insert(params: PromptRequest): PromptResponse {
    const { prompt, runtimeContext } = params;
    const messageId = this.nextId('user');
    const turn = new Turn({ session: this, messageId, prompt, runtimeContext: runtimeContext ?? [], origin: params });
    this.#turn = turn;
    void this.update({ sessionUpdate: 'user_message', messageId, content: prompt });
    this.#state.start();
    // The answer to the prompt goes out first: the handler begins in the next step.
    queueMicrotask(() => void this.#run(turn));
    return { messageId };
  }

  async #run(turn: Turn): Promise<void> {
    const end = await this.#outcome(turn);
    if (turn.signal.aborted) for (const call of turn.unfinishedToolCalls) void call.cancel();
    const usage = turn.finish();
    this.#turn = undefined;
    if (!this.#isClosed) this.#state.end({ ...end, ...(usage === undefined ? {} : { usage }) });
    void this.#init.store.patch(this.id, { updatedAt: new Date().toISOString() });
    const next = this.#isClosed ? undefined : this.#held.shift();
    if (next !== undefined) next.insert(this.#insert(next.params));
    else for (const resolve of this.#onQuiet.splice(0)) resolve();
  }

  /** How the turn ended; an abort is never an error, whatever it made the handler throw (CANCEL-05, CANCEL-06). */
  async #outcome(turn: Turn): Promise<TurnEnd> {
    try {
      const stopReason = await this.#init.onPrompt(turn);
      return { stopReason: turn.signal.aborted ? 'cancelled' : (stopReason ?? 'end_turn') };
    } catch (error) {
      if (turn.signal.aborted) return { stopReason: 'cancelled' };
      if (error instanceof RpcError) return { stopReason: 'error', error: error.toObject() };
      this.#init.onError(error);
      return { stopReason: 'error', error: new RpcError(rpcCodes.internalError, 'Internal error').toObject() };
    }
  }

  /** Stops the work that runs and drops the prompts that are held (CANCEL-09); without work, nothing happens. */
  cancel(): void {
    this.#turn?.abort('The user cancelled the turn.');
    for (const held of this.#held.splice(0)) held.refuse(new RpcError(rpcCodes.requestCancelled, 'Request cancelled'));
  }

  /** Something waits for the user; the answer says that it does no longer. */
  block(): () => void {
    return this.#state.block();
  }

  /** Cancels all work, waits until it has ended, and lets go of the session (CLOSE-02, CLOSE-04). */
  async close(): Promise<void> {
    this.cancel();
    if (this.#turn !== undefined) {
      await new Promise<void>((resolve) => {
        this.#onQuiet.push(resolve);
      });
    }
    this.#isClosed = true;
    await this.#kept;
  }

  // -------------------------------------------------------------------------------------------- tool calls and terminals

  track(call: ToolCall): void {
    this.#toolCalls.set(call.toolCallId, call);
  }

  trackTerminal(terminal: AgentTerminal): void {
    this.#terminals.set(terminal.terminalId, terminal);
  }

  /** The client cancels one tool call (TOOL-19). */
  cancelToolCall(toolCallId: string): void {
    requestCancel(this.#toolCalls.get(toolCallId), { toolCallId });
  }

  cancelTerminal(terminalId: string): void {
    requestCancel(this.#terminals.get(terminalId), { terminalId });
  }

  // -------------------------------------------------------------------------------------------- the store

  /** Resolves when the store has everything that was said so far. */
  flush(): Promise<void> {
    return this.#kept;
  }

  /** Appends in order, whatever the store's speed. */
  #keep(update: SessionUpdate): void {
    this.#kept = this.#kept
      .then(() => this.#init.store.append(this.id, update))
      .catch((error: unknown) => {
        this.#init.onError(error);
      });
  }
}

type TurnEnd =
  | { readonly stopReason: TurnStopReason }
  | {
      readonly stopReason: 'error';
      readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
    };

function requestCancel(target: ToolCall | AgentTerminal | undefined, data: object): void {
  if (target?.isCancellable === true) target.requestCancel();
  else throw new RpcError(rpcCodes.invalidParams, 'It is unknown, has ended, or cannot be cancelled.', { data });
}
