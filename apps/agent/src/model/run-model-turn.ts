/**
 * A turn with a model: request an answer, show it, run its tool calls, and repeat until the model is done.
 *
 * The conversation is valid after every step: every call has its result. A turn that fails throws an error that the
 * client may see.
 */
import { RpcError, rpcCodes, systemClock, type Clock } from '@acp-stack/rpc';
import type { Turn, TurnStopReason } from '@acp-stack/sdk';

import { joinTurnSignals } from '../signals/join-turn-signals.ts';
import { AnswerView, type RequestedCall } from './answer-view.ts';
import { askModel, type RetryLimits } from './ask-model.ts';
import { compact, isNearlyFull } from './compact.ts';
import type { Conversation, FilePart, ModelMessage, TextPart, ToolResultPart } from './message.ts';
import { ModelError } from './model-error.ts';
import type { Effort, Model, ModelEnd } from './model.ts';
import type { ChosenModelSettings } from './model-settings.ts';
import { parsePartialJson } from './partial-json.ts';
import { cancelledOutcome, failCall, runTool, type ToolOutcome } from './run-tool.ts';
import { Interruption, interruptible, takeSteers, type SteerInStream } from './steering.ts';
import { runBatch, type PendingCall } from './tool-batch.ts';
import { readToolInput } from './tool-input.ts';
import { runsInParallel, type Tool } from './tool.ts';
import { withContext, type TurnContext } from './turn-context.ts';
import { noteUsage, TurnUsage } from './usage.ts';

export interface TurnLimits extends RetryLimits {
  /** Requests to the model in one turn, without compactions. */
  readonly requests: number;
  /** Characters of a tool result that the model gets. */
  readonly toolOutput: number;
}

export const defaultTurnLimits: TurnLimits = {
  requests: 100,
  toolOutput: 60_000,
  retries: 5,
  firstPause: 1000,
  longestPause: 120_000,
  silenceTimeout: 180_000,
};

/** How many tools are listed for a model that called an unknown one. */
const maxListedTools = 20;

export interface ModelTurnInit {
  readonly model: Model;
  /** The system prompt. */
  readonly system: string;
  /** The conversation; its last message is the prompt. Changed in place. */
  readonly conversation: Conversation;
  /** The context of this turn. */
  readonly context?: TurnContext | undefined;
  /** Called before each request, because tools come and go. */
  readonly tools: () => readonly Tool[];
  readonly turn: Turn;
  readonly effort?: Effort | undefined;
  /** What was chosen of the settings that the model has. */
  readonly settings?: ChosenModelSettings;
  readonly limits?: Partial<TurnLimits>;
  readonly clock?: Clock;
  /** What a message of the user does while the model streams; when absent, it waits for the end of the answer. */
  readonly steerInStream?: () => SteerInStream;
}

/** Runs the turn; resolves with the stop reason. */
export async function runModelTurn(init: ModelTurnInit): Promise<TurnStopReason> {
  const { turn } = init;
  const modelTurn = new ModelTurn(init);
  try {
    return await modelTurn.run();
  } catch (error) {
    if (turn.signal.aborted) return 'cancelled';
    if (!(error instanceof ModelError)) throw error;
    const { code, status } = error;
    const data = { model: init.model.id, reason: code, ...(status === undefined ? {} : { status }) };
    throw new RpcError(rpcCodes.internalError, error.message, { data, cause: error });
  } finally {
    const { total } = modelTurn.usage;
    if (total !== undefined) turn.usage(total);
  }
}

interface Answer {
  readonly view: AnswerView;
  readonly reason: ModelEnd['reason'];
}

class ModelTurn {
  readonly usage = new TurnUsage();
  readonly #init: ModelTurnInit;
  readonly #limits: TurnLimits;
  readonly #clock: Clock;
  /** The index of the prompt in the conversation. */
  #promptIndex: number;
  #requests = 0;
  #hasCompacted = false;

  constructor(init: ModelTurnInit) {
    this.#init = init;
    this.#limits = { ...defaultTurnLimits, ...init.limits };
    this.#clock = init.clock ?? systemClock;
    this.#promptIndex = init.conversation.messages.findLastIndex((message) => message.role === 'user');
  }

  async run(): Promise<TurnStopReason> {
    const { turn, conversation } = this.#init;
    for (;;) {
      turn.signal.throwIfAborted();
      if (isNearlyFull(conversation, this.#init.model.contextWindow)) await this.#compact();
      // Without a request left, the turn could not answer new messages of the user, so it does not take them.
      if (!this.#hasRequestsLeft) return 'max_turn_requests';
      this.#addMessages(...takeSteers(turn));
      this.#requests += 1;
      const tools = new Map(this.#init.tools().map((tool) => [tool.name, tool]));
      const answer = await this.#ask(tools);
      if (answer === undefined) continue;
      const stopReason = await this.#handleAnswer(answer, tools);
      if (stopReason === undefined || (stopReason === 'end_turn' && this.#isSteered())) continue;
      return stopReason;
    }
  }

  get #hasRequestsLeft(): boolean {
    return this.#requests < this.#limits.requests;
  }

  /** Whether a message of the user arrived during the last answer; the turn continues with it. */
  #isSteered(): boolean {
    const { turn } = this.#init;
    if (turn.signal.aborted || !this.#hasRequestsLeft) return false;
    const steers = takeSteers(turn);
    this.#addMessages(...steers);
    return steers.length > 0;
  }

  #addMessages(...messages: readonly ModelMessage[]): void {
    const { conversation } = this.#init;
    if (messages.length > 0) conversation.messages = [...conversation.messages, ...messages];
  }

  /** One answer; undefined if the conversation was compacted first, or the user interrupted the answer. */
  async #ask(tools: ReadonlyMap<string, Tool>): Promise<Answer | undefined> {
    const { model, system, conversation, turn, effort, settings, steerInStream = () => 'finish' } = this.#init;
    const messages = withContext(conversation.messages, this.#init.context);
    const options = {
      ...(effort === undefined ? {} : { effort }),
      ...(settings === undefined ? {} : { settings }),
    };
    let view = new AnswerView(turn, tools);
    const interruption = interruptible(turn, () => steerInStream() === 'interrupt' && !view.hasCalls);
    const { signal, release } = joinTurnSignals(turn.signal, interruption.signal);
    try {
      const end = await askModel({
        model,
        request: { system, messages, tools: [...tools.values()], signal, ...options },
        onPart: (part) => view.add(part),
        onInterrupted: async () => {
          await view.takeBack();
          view = new AnswerView(turn, tools);
        },
        turn,
        limits: this.#limits,
        clock: this.#clock,
      });
      this.#reportUsage(end);
      return { view, reason: end.reason };
    } catch (error) {
      if (signal.aborted) this.#keepText(view);
      else await view.dropCalls();
      // The turn continues with the message of the user.
      if (error instanceof Interruption && !turn.signal.aborted) return undefined;
      if (!(error instanceof ModelError) || error.code !== 'too-long' || this.#hasCompacted) throw error;
      // The service found the request too long: compact and try again; that request does not count.
      this.#requests -= 1;
      if (!(await this.#compact())) throw error;
      return undefined;
    } finally {
      release();
      interruption.release();
    }
  }

  /** Adds an answer to the conversation and runs its calls; returns the stop reason if the turn is over. */
  async #handleAnswer({ view, reason }: Answer, tools: ReadonlyMap<string, Tool>): Promise<TurnStopReason | undefined> {
    const { conversation, turn } = this.#init;
    if (reason === 'content-filter') {
      await view.dropCalls();
      // A refused answer and its prompt are not sent again.
      conversation.messages = conversation.messages.slice(0, this.#promptIndex);
      return 'refusal';
    }
    if (reason === 'length') {
      await view.dropCalls();
      this.#keepText(view);
      return 'max_tokens';
    }
    if (view.calls.length === 0) {
      if (view.isEmpty) void turn.session.notice('warning', 'The model gave an empty answer.');
      this.#keepText(view);
      return 'end_turn';
    }
    await this.#runCalls(view, tools);
    return undefined;
  }

  /** Adds the text of an answer to the conversation; its calls are left out, because they have no results. */
  #keepText(view: AnswerView): void {
    const content = view.parts.filter((part) => part.type === 'text');
    if (content.length > 0) this.#addMessages({ role: 'assistant', content });
  }

  async #runCalls(view: AnswerView, tools: ReadonlyMap<string, Tool>): Promise<void> {
    const { turn } = this.#init;
    const outcomes = await runBatch(view.calls.map((requested) => this.#pendingCall(requested, tools)));
    const results = view.calls.map(({ id, name }, index): ToolResultPart => {
      const { content, isError } = outcomes[index] ?? cancelledOutcome;
      return { type: 'tool-result', id, name, content: shortened(content, this.#limits.toolOutput), isError };
    });
    const calls = view.calls.map(({ id, name, text, metadata }) => {
      const input = parsePartialJson(text) ?? {};
      return { type: 'tool-call' as const, id, name, input, ...(metadata === undefined ? {} : { metadata }) };
    });
    this.#addMessages({ role: 'assistant', content: [...view.parts, ...calls] }, { role: 'tool', content: results });
    turn.signal.throwIfAborted();
  }

  #pendingCall({ name, text, reported }: RequestedCall, tools: ReadonlyMap<string, Tool>): PendingCall {
    const { turn } = this.#init;
    const tool = tools.get(name);
    const refuse = (message: string): PendingCall => ({
      isParallel: true,
      run: () => failCall(reported.call, message),
    });
    if (tool === undefined) return refuse(`Unknown tool ${name}; the tools are ${listNames([...tools.keys()])}.`);
    const read = readToolInput(text, tool.inputSchema);
    if ('problem' in read) return refuse(`${read.problem} Nothing was done; call ${name} again.`);
    const run = (): Promise<ToolOutcome> => runTool({ tool, input: read.input, turn, reported, clock: this.#clock });
    return { isParallel: runsInParallel(tool), run };
  }

  /** Compacts the conversation; resolves with false if that failed. */
  async #compact(): Promise<boolean> {
    const { model, conversation, turn } = this.#init;
    this.#hasCompacted = true;
    const end = await compact({ model, conversation, turn, limits: this.#limits, clock: this.#clock });
    if (end === undefined) return false;
    this.usage.add(end.usage);
    this.#promptIndex = conversation.messages.findLastIndex((message) => message.role === 'user');
    return true;
  }

  #reportUsage({ usage }: ModelEnd): void {
    const { conversation, model, turn } = this.#init;
    this.usage.add(usage);
    noteUsage(conversation, model, usage);
    const { usedTokens: used, cost } = conversation;
    const { contextWindow: size } = model;
    if (used === undefined || size === undefined) return;
    void turn.session.usage({ used, size, ...(cost === undefined ? {} : { cost }) });
  }
}

/** The names of tools, limited in number. */
const listNames = (names: readonly string[]): string =>
  names.length <= maxListedTools
    ? names.join(', ')
    : `${names.slice(0, maxListedTools).join(', ')} and ${names.length - maxListedTools} more`;

/** The beginning and the end of a text that is too long. */
function shortened(content: readonly (TextPart | FilePart)[], limit: number): readonly (TextPart | FilePart)[] {
  return content.map((part) => {
    if (part.type === 'file' || part.text.length <= limit) return part;
    const half = Math.floor(limit / 2);
    const omitted = part.text.length - 2 * half;
    const text = `${part.text.slice(0, half)}\n… (${omitted} characters left out) …\n${part.text.slice(-half)}`;
    return { ...part, text };
  });
}
