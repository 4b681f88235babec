/**
 * One turn of foreground work: the prompt, and everything that the agent can do in the turn.
 *
 * A turn ends when its handler returns, throws or is cancelled; afterwards nothing can be sent through it. Calls need
 * not be awaited. Methods are fields, so that a handler can destructure the turn: `({ message, toolCall }) => …`.
 */
import { abortError, isAbortError, type CallOptions, type RpcError } from '@acp-stack/rpc';
import type {
  AvailableCommand,
  CommandPermissionSubject,
  ContentBlock,
  PermissionOption,
  PlanEntry,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionSubject,
  SessionUpdate,
  Usage,
} from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../../connection/connection.ts';
import type { Params, ReceivedResult, RequestFrom } from '../../connection/method-types.ts';
import { Mistake } from '../../connection/mistake.ts';
import { requireAbsolutePaths } from '../../connection/outgoing-paths.ts';
import type { TraceContext } from '../../connection/trace-context.ts';
import { ignoreRejection } from '../../shared/ignore-rejection.ts';
import { EditorDocuments } from '../editor/editor-documents.ts';
import { EditorFiles } from '../editor/editor-files.ts';
import { EditorTerminal, type EditorTerminalInit } from '../editor/editor-terminal.ts';
import type { AgentTerminal, AgentTerminalInit } from './agent-terminal.ts';
import { elicitChecked, type Elicitation } from './checked-elicitation.ts';
import type { Compaction } from './compaction.ts';
import type { Injected } from './injected-messages.ts';
import { MessageStream } from './message-stream.ts';
import { calledCommand, type CalledCommand } from './slash-commands.ts';
import type { TextBreaks } from './text-breaks.ts';
import { ToolCall, type ToolCallInit } from './tool-call.ts';
import { TurnCalls } from './turn-calls.ts';

/** Why a turn ended. */
export type TurnStopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';

/** A request for permission. */
export interface PermissionQuestion {
  /** The question in one line. */
  readonly title: string;
  /** More about it, shown below the title. */
  readonly description?: string;
  /** The subject: a tool call of this turn, a command, or a subject of the protocol. */
  readonly subject?: ToolCall | CommandPermissionSubject | RequestPermissionSubject;
  /** The options; allow once, allow always and reject when absent. */
  readonly options?: readonly PermissionOption[];
}

const defaultOptions: readonly PermissionOption[] = [
  { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'allow_always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
];

/** The part of a session that its turns use. */
export interface TurnSession {
  readonly id: string;
  readonly connection: Pick<Connection<'agent'>, 'supports'>;
  readonly commands: readonly AvailableCommand[];
  nextId(kind: string): string;
  update(update: SessionUpdate): Promise<void>;
  request<K extends RequestFrom<'agent'>>(
    method: K,
    params: Params<K>,
    options?: CallOptions,
  ): Promise<ReceivedResult<K>>;
  /** Reports that something waits for the user, until the returned function is called. */
  block(): () => void;
  toolCall(init: ToolCallInit, send: Send): ToolCall;
  terminal(init: AgentTerminalInit, send: Send): AgentTerminal;
  compaction(send: Send): Compaction;
}

type Send = (update: SessionUpdate) => Promise<void>;

export interface TurnInit<S extends TurnSession> {
  readonly session: S;
  readonly messageId: string | undefined;
  readonly prompt: readonly ContentBlock[];
  readonly runtimeContext: readonly { readonly title?: string | null; readonly text: string }[];
  /** The params of the prompt; requests to the user carry its trace. */
  readonly origin: unknown;
  /** What ends a message, in all turns of the session. */
  readonly breaks: TextBreaks;
  /** Delivers the messages that steer this turn. */
  readonly breakpoint: () => readonly Injected[];
  /** Whether a breakpoint would deliver something. */
  readonly hasSteers: () => boolean;
  /** Called with what no call returns. */
  readonly onError: (error: unknown) => void;
}

/** One turn of an agent: the prompt, and everything that the agent can do in the turn. */
export class TurnOf<S extends TurnSession> {
  /** The session that the turn belongs to. */
  readonly session: S;
  /** The id of the user message; undefined if the work was not started by a prompt. */
  readonly messageId: string | undefined;
  /** The content of the prompt. */
  readonly prompt: readonly ContentBlock[];
  /**
   * Context for this turn only, within the agent's limit; it is not part of the conversation and must not be stored.
   */
  readonly runtimeContext: TurnInit<S>['runtimeContext'];
  /**
   * Delivers the messages by which the user steers this turn, in order (draft): call it between tool calls and before
   * each call of a model, and give the model what it returns. Nothing is delivered while a request waits for the user,
   * or once the turn is cancelled. The agent offers this with the option `inject`.
   */
  readonly breakpoint: () => readonly Injected[];
  readonly #breaks: TextBreaks;
  readonly #controller = new AbortController();
  readonly #calls: TurnCalls;
  #terminals: Set<EditorTerminal> | undefined;
  #files: EditorFiles | undefined;
  #editor: EditorDocuments | undefined;
  readonly #toolCalls = new Map<string, ToolCall>();
  readonly #compactions: Compaction[] = [];
  readonly #send = (update: SessionUpdate): Promise<void> => this.update(update);
  #message: MessageStream | undefined;
  #thought: MessageStream | undefined;
  #usage: Usage | undefined;
  #isOver = false;
  readonly #steerListeners = new Set<() => void>();
  readonly #hasSteers: () => boolean;
  readonly #onError: (error: unknown) => void;

  constructor(init: TurnInit<S>) {
    const { session, messageId, prompt, runtimeContext, origin, breaks, breakpoint, hasSteers } = init;
    this.#onError = init.onError;
    this.breakpoint = breakpoint;
    this.#hasSteers = hasSteers;
    this.session = session;
    this.messageId = messageId;
    this.prompt = prompt;
    this.runtimeContext = runtimeContext;
    this.#breaks = breaks;
    this.#calls = new TurnCalls(session, { origin, signal: this.#controller.signal });
  }

  /** Aborts when the user cancels, and when the session or the connection ends. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The trace that the prompt belongs to; pass it on to the model and to other services. Empty if there is none. */
  get trace(): TraceContext {
    return this.#calls.trace;
  }

  /** The files of the editor, if the client offers them; what is asked in the turn is cancelled with it. */
  get files(): EditorFiles {
    this.#files ??= new EditorFiles(this.#calls, this.session.id);
    return this.#files;
  }

  /** The documents of the editor, if the client offers them (draft); what is asked is cancelled with the turn. */
  get editor(): EditorDocuments {
    this.#editor ??= new EditorDocuments(this.#calls, this.session.id);
    return this.#editor;
  }

  /** The text of the prompt, without its other content. */
  get text(): string {
    return this.prompt
      .map((block) => (block.type === 'text' && typeof block.text === 'string' ? block.text : ''))
      .join('');
  }

  /** The slash command of this session that the prompt begins with; undefined if there is none. */
  get command(): CalledCommand | undefined {
    return calledCommand(this.prompt, this.session.commands);
  }

  /** The agent's message to the user; text after a tool call begins another one, and so does `newMessage`. */
  get message(): MessageStream {
    this.#message ??= this.#stream('message');
    return this.#message;
  }

  /** The agent's thought; text after a tool call begins another one, and so does `newThought`. */
  get thought(): MessageStream {
    this.#thought ??= this.#stream('thought');
    return this.#thought;
  }

  /** Begins another message; `message` is that one from now on. */
  readonly newMessage = (): MessageStream => {
    this.#message = this.#stream('message');
    return this.#message;
  };

  /** Begins another thought; `thought` is that one from now on. */
  readonly newThought = (): MessageStream => {
    this.#thought = this.#stream('thought');
    return this.#thought;
  };

  /**
   * Runs a command in a terminal of the client, if it offers them. It is released with the turn; use
   * `session.editorTerminal` for one that outlives it.
   */
  readonly editorTerminal = async (init: EditorTerminalInit): Promise<EditorTerminal> => {
    const terminal = await EditorTerminal.createInTurn(this.#calls, this.session.id, init);
    this.#terminals ??= new Set();
    this.#terminals.add(terminal);
    if (this.#isOver || this.signal.aborted) this.#releaseTerminals();
    return terminal;
  };

  /** Reports a tool call. */
  readonly toolCall = (init: ToolCallInit): ToolCall => {
    const call = this.session.toolCall(init, this.#send);
    this.#toolCalls.set(call.toolCallId, call);
    return call;
  };

  /** Reports a terminal that the agent owns; put its `content` into a tool call. */
  readonly terminal = (init: AgentTerminalInit = {}): AgentTerminal => {
    return this.session.terminal(init, this.#send);
  };

  /** Reports that the context is being compacted; a compaction that has not ended with the turn is cancelled. */
  readonly compaction = (): Compaction => {
    const compaction = this.session.compaction(this.#send);
    this.#compactions.push(compaction);
    return compaction;
  };

  /** Reports a plan, or replaces the one with the same id. */
  readonly plan = (entries: readonly PlanEntry[], planId = 'main'): Promise<void> => {
    return this.update({ sessionUpdate: 'plan_update', plan: { type: 'items', planId, entries } });
  };

  /** Removes a plan. */
  readonly removePlan = (planId = 'main'): Promise<void> => {
    return this.update({ sessionUpdate: 'plan_removed', planId });
  };

  /** Sets the usage of the turn; reported when it ends. */
  readonly usage = (usage: Usage): void => {
    this.#usage = usage;
  };

  /** Sends an update of the session. */
  readonly update = (update: SessionUpdate): Promise<void> => {
    if (this.#isOver) return ignoreRejection(Promise.reject(this.#tooLate(update)));
    return this.session.update(update);
  };

  /**
   * Asks the user for permission; resolves with the chosen option if it allows, with undefined if the user rejects or
   * cancels.
   *
   * An unknown outcome, an option that was not offered, which is reported, and the response to a cancelled request
   * never allow.
   */
  readonly requestPermission = async (question: PermissionQuestion): Promise<PermissionOption | undefined> => {
    const options = question.options ?? defaultOptions;
    const outcome = await this.askPermission({ ...question, options });
    if (outcome.outcome !== 'selected') return undefined;
    const chosen = options.find((option) => option.optionId === outcome.optionId);
    if (chosen === undefined) {
      const [answer, ids] = [JSON.stringify(outcome.optionId), options.map(({ optionId }) => optionId).join(', ')];
      this.#onError(
        new Mistake(
          `The client answered a permission request with ${answer}, which was not offered (${ids}); it counts as no.`,
        ),
      );
    }
    return chosen?.kind === 'allow_once' || chosen?.kind === 'allow_always' ? chosen : undefined;
  };

  /** Asks the user for permission; resolves with the outcome as the client sent it. */
  readonly askPermission = async (question: PermissionQuestion): Promise<RequestPermissionOutcome> => {
    const { title, description, subject, options = defaultOptions } = question;
    if (new Set(options.map((option) => option.optionId)).size < options.length) {
      throw new Mistake('Two options of one permission request must not share an id.');
    }
    const params: RequestPermissionRequest = {
      sessionId: this.session.id,
      title,
      ...(description === undefined ? {} : { description }),
      ...(subject === undefined ? {} : { subject: toSubject(subject) }),
      options,
    };
    requireAbsolutePaths('session/request_permission', params);
    try {
      const { outcome } = await this.#ask('session/request_permission', params);
      return outcome;
    } catch (error) {
      // A client that responds with request_cancelled means the same.
      if (isAbortError(error) && !this.signal.aborted) return { outcome: 'cancelled' };
      throw error;
    }
  };

  /**
   * Asks the user for data, with a form or a web page. Rejects with an `RpcError` if the client accepts a form with
   * values that do not fit it.
   */
  readonly elicit = (question: Elicitation): Promise<ReceivedResult<'elicitation/create'>> =>
    elicitChecked(question, { sessionId: this.session.id, supports: (path) => this.#calls.supports(path) }, (params) =>
      this.#ask('elicitation/create', params),
    );

  /**
   * Calls `listener` when a message waits to steer this turn, soon if one already does. Use it to interrupt a model.
   */
  readonly onSteer = (listener: () => void): Disposable => {
    this.#steerListeners.add(listener);
    // Not inside this call: the listener may want to use what it returns.
    queueMicrotask(() => {
      if (this.#steerListeners.has(listener) && this.#hasSteers()) listener();
    });
    return { [Symbol.dispose]: () => void this.#steerListeners.delete(listener) };
  };

  /** A message waits to steer the turn; called by the session. */
  steered(): void {
    for (const listener of this.#steerListeners) listener();
  }

  /** Tool calls of this turn that have not ended. */
  get unfinishedToolCalls(): readonly ToolCall[] {
    return [...this.#toolCalls.values()].filter((call) => !call.isFinal);
  }

  /** Ends the turn for its handler; called by the session. */
  abort(reason: string, cause?: RpcError): void {
    if (this.signal.aborted) return;
    this.#controller.abort(abortError(reason, cause));
    this.#releaseTerminals();
  }

  /** Closes the turn; called by the session when the handler has returned. */
  finish(): Usage | undefined {
    if (this.signal.aborted) for (const call of this.unfinishedToolCalls) void call.cancel();
    // A compaction has to end, and after the turn it could not (COMP-02).
    for (const compaction of this.#compactions) if (!compaction.isFinal) void compaction.cancel();
    this.#isOver = true;
    this.#releaseTerminals();
    return this.#usage;
  }

  /** Ends what still runs in terminals of the client, whether or not it answers (CANCEL-19). */
  #releaseTerminals(): void {
    for (const terminal of this.#terminals ?? []) terminal.release().catch(() => undefined);
    this.#terminals?.clear();
  }

  /** A program that was cancelled may still be writing; otherwise it has not awaited something. */
  #tooLate({ sessionUpdate }: SessionUpdate): Error {
    const words = `The turn is over; use the session to send updates. The ${sessionUpdate} was not sent; await it before the handler returns.`;
    const mistake = new Mistake(words);
    if (!this.signal.aborted) this.#onError(mistake);
    return mistake;
  }

  #stream(kind: 'message' | 'thought'): MessageStream {
    return new MessageStream({
      kind,
      breaks: this.#breaks,
      nextId: () => this.session.nextId(kind),
      send: this.#send,
    });
  }

  /** While a request waits for the user, the state is `requires_action` (LIFE-06). */
  async #ask<K extends 'session/request_permission' | 'elicitation/create'>(
    method: K,
    params: Params<K>,
  ): Promise<ReceivedResult<K>> {
    const unblock = this.session.block();
    this.#breaks.add();
    try {
      return await this.#calls.request(method, params);
    } finally {
      // The next state of a cancelled turn is its end (LIFE-07).
      if (!this.signal.aborted) unblock();
    }
  }
}

function toSubject(subject: ToolCall | CommandPermissionSubject | RequestPermissionSubject): RequestPermissionSubject {
  if (subject instanceof ToolCall) return { type: 'tool_call', toolCall: { toolCallId: subject.toolCallId } };
  return 'type' in subject ? subject : { type: 'command', ...subject };
}
