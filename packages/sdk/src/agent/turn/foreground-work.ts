/**
 * The turns of a session, one at a time: begins them, runs their handlers, ends and reports them.
 *
 * A prompt that arrives meanwhile is held, and its request is answered when it is inserted (LIFE-12).
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type {
  ContentBlock,
  IdleStateUpdate,
  InjectMode,
  PromptRequest,
  PromptResponse,
  SessionUpdate,
} from '@acp-stack/schema/v2/unstable';

import { Mistake } from '../../connection/mistake.ts';
import type { PendingMessage } from '../../shared/pending-messages.ts';
import type { SessionHistory } from '../store/session-history.ts';
import { ForegroundState } from './foreground-state.ts';
import { InjectedMessages, type Injected } from './injected-messages.ts';
import { TextBreaks } from './text-breaks.ts';
import { TurnQueue } from './turn-queue.ts';
import { TurnOf, type TurnInit, type TurnSession, type TurnStopReason } from './turn.ts';

/** Works on a turn of a session; `S` is the session as the program sees it. */
export type PromptHandlerOf<S extends TurnSession> = (
  turn: TurnOf<S>,
) => TurnStopReason | void | Promise<TurnStopReason | void>;

export interface ForegroundWorkInit<S extends TurnSession> {
  readonly session: S;
  readonly state: WorkingSession;
  readonly onPrompt: PromptHandlerOf<S>;
  /** Called with an error of a handler that is not an `RpcError`; the client gets an internal error. */
  readonly onError: (error: unknown) => void;
  /** Which injected messages are accepted. */
  readonly injectModes: readonly InjectMode[];
  /** Whether a prompt is accepted only when it is stored. */
  readonly persistBeforeSend: boolean;
  /** The idle state at the end of earlier work. */
  readonly last: IdleStateUpdate;
}

/** The part of the session state that foreground work uses. */
export interface WorkingSession {
  readonly history: SessionHistory;
  readonly isClosed: boolean;
  /** Sends an update; resolves when more can be sent. */
  update(update: SessionUpdate): Promise<void>;
  /** Resolves when all updates so far were sent. */
  sent(): Promise<void>;
}

type TurnEnd =
  | { readonly stopReason: TurnStopReason }
  | {
      readonly stopReason: 'error';
      readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
    };

export class ForegroundWork<S extends TurnSession> {
  readonly state: ForegroundState;
  /** What ends a message. */
  readonly breaks: TextBreaks = new TextBreaks();
  readonly #init: ForegroundWorkInit<S>;
  readonly #turns = new TurnQueue();
  #injected: InjectedMessages | undefined;
  #turn: TurnOf<S> | undefined;
  /** The error of the store that ends this turn. */
  #storeError: RpcError | undefined;

  constructor(init: ForegroundWorkInit<S>) {
    this.#init = init;
    this.state = new ForegroundState((update) => init.state.update(update), init.last);
  }

  /** The messages that are injected while the session works; made with the first of them. */
  get injected(): InjectedMessages {
    this.#injected ??= new InjectedMessages({
      modes: this.#init.injectModes,
      isRunning: () => this.#turn !== undefined,
      nextId: () => this.#init.session.nextId('user'),
      onSteer: () => this.#turn?.steered(),
      storage: {
        add: (message) => orStoreError(this.#init.state.history.keepPending(message)),
        remove: (messageId) => orStoreError(this.#init.state.history.forgetPending(messageId)),
        sent: () => this.#init.state.sent(),
      },
      enqueue: (deliver, place) =>
        this.#turns.insert(() => {
          this.#insertInjected(deliver());
        }, place),
    });
    return this.#injected;
  }

  /** The messages that wait to be delivered. */
  get pending(): readonly PendingMessage[] {
    return this.#injected?.pending ?? [];
  }

  /** The turn that runs now. */
  get turn(): TurnOf<S> | undefined {
    return this.#turn;
  }

  /** Accepts a prompt; resolves when it is inserted, which may be after other turns (LIFE-01). */
  prompt(params: PromptRequest, signal: AbortSignal): PromptResponse | Promise<PromptResponse> {
    return this.#turns.enter(() => this.#insert(params), signal);
  }

  /** Runs `handler` without a prompt (LIFE-16), as soon as no turn runs. */
  async work(handler: PromptHandlerOf<S>): Promise<void> {
    await this.#turns.enter(() => {
      const turn = this.#makeTurn({ messageId: undefined, prompt: [], runtimeContext: [], origin: undefined });
      void this.#init.state.history.patch({ isWorking: true });
      this.#begin(turn);
      return this.#run(turn, handler);
    });
  }

  /** Cancels the running work and the prompts that are held (CANCEL-09); injected messages stay (INJ-16). */
  cancel(): void {
    this.#turn?.abort('The user cancelled the turn.');
    this.#turns.drop();
  }

  /** Accepts no more prompts; resolves when no turn runs. Pending messages stay stored if the session is `left`. */
  async close(how: 'left' | 'closed'): Promise<void> {
    this.cancel();
    this.injected.close(how);
    await this.#turns.close();
  }

  /** The store failed: a turn whose updates cannot be stored is aborted. */
  stop(error: unknown): void {
    this.#storeError = storeError(error);
    this.#turn?.abort(this.#storeError.message, this.#storeError);
  }

  // -------------------------------------------------------------------------------------------- turns

  /** Inserts a prompt into the conversation and begins its turn. */
  #insert(params: PromptRequest): PromptResponse | Promise<PromptResponse> {
    const { onPrompt } = this.#init;
    const { prompt, runtimeContext } = params;
    const messageId = this.#init.session.nextId('user');
    const turn = this.#makeTurn({ messageId, prompt, runtimeContext: runtimeContext ?? [], origin: params });
    // Writes are in order: a store that has the prompt also knows that work was under way.
    void this.#init.state.history.patch({ isWorking: true });
    const sent = this.#sendUserMessage(messageId, prompt);
    this.#begin(turn);
    const respond = (): PromptResponse => {
      // The response goes out first: the handler begins in the next microtask.
      queueMicrotask(() => void this.#run(turn, onPrompt));
      return { messageId };
    };
    if (!this.#init.persistBeforeSend) return respond();
    // A prompt that cannot be stored is refused, and its turn ends.
    return sent.then(respond, (error: unknown) => {
      this.#end(turn, { stopReason: 'error', error: storeError(error).toObject() });
      throw storeError(error);
    });
  }

  /** Delivers an injected message like a prompt. */
  #insertInjected(message: Injected): void {
    const { messageId, content } = message;
    const { onPrompt } = this.#init;
    const turn = this.#makeTurn({ messageId, prompt: content, runtimeContext: [], origin: undefined });
    void this.#init.state.history.patch({ isWorking: true });
    const sent = this.#sendUserMessage(messageId, content);
    this.#begin(turn);
    if (!this.#init.persistBeforeSend) {
      void this.#run(turn, onPrompt);
      return;
    }
    sent.then(
      () => this.#run(turn, onPrompt),
      (error: unknown) => {
        this.#end(turn, { stopReason: 'error', error: storeError(error).toObject() });
        // It was not delivered. Only after the end, so that a failing store is not called again at once.
        this.injected.putBack(message);
      },
    );
  }

  #makeTurn(init: Omit<TurnInit<S>, 'session' | 'breaks' | 'breakpoint' | 'hasSteers' | 'onError'>): TurnOf<S> {
    const turn: TurnOf<S> = new TurnOf({
      ...init,
      session: this.#init.session,
      breaks: this.breaks,
      breakpoint: () => (this.#canBeSteered(turn) ? this.#deliverSteers() : []),
      onError: this.#init.onError,
      hasSteers: () => this.#canBeSteered(turn) && this.#injected?.hasSteers === true,
    });
    return turn;
  }

  /** Whether `turn` runs: not ended, not cancelled, and not waiting for the user (INJ-16, INJ-17). */
  #canBeSteered(turn: TurnOf<S>): boolean {
    return this.#turn === turn && !turn.signal.aborted && this.state.current === 'running';
  }

  #deliverSteers(): readonly Injected[] {
    const steers = this.#injected?.takeSteers() ?? [];
    for (const steer of steers) {
      const sent = this.#sendUserMessage(steer.messageId, steer.content);
      // A message that was not stored was not delivered, and the turn is about to end.
      if (this.#init.persistBeforeSend)
        sent.catch(() => {
          this.injected.putBack(steer);
        });
    }
    return steers;
  }

  #sendUserMessage(messageId: string, content: readonly ContentBlock[]): Promise<void> {
    return this.#init.state.update({ sessionUpdate: 'user_message', messageId, content });
  }

  #begin(turn: TurnOf<S>): void {
    this.#turn = turn;
    this.#storeError = undefined;
    this.state.start();
  }

  async #run(turn: TurnOf<S>, handler: PromptHandlerOf<S>): Promise<void> {
    const end = await this.#outcome(turn, handler);
    // A handler need not await its updates, so the last ones may not be stored yet.
    if (this.#init.persistBeforeSend) await this.#init.state.history.flush();
    this.#end(turn, this.#storeError === undefined ? end : { stopReason: 'error', error: this.#storeError.toObject() });
  }

  #end(turn: TurnOf<S>, end: TurnEnd): void {
    const usage = turn.finish();
    this.#turn = undefined;
    void this.#init.state.history.patch({ updatedAt: new Date().toISOString(), isWorking: false });
    if (!this.#init.state.isClosed) this.state.end({ ...end, ...(usage === undefined ? {} : { usage }) });
    const leave = (): void => {
      this.#turns.leave();
    };
    if (this.#injected === undefined) leave();
    else this.#injected.afterWork(leave);
  }

  /** How the turn ended; after an abort it is `cancelled`, whatever the handler throws (CANCEL-05, CANCEL-06). */
  async #outcome(turn: TurnOf<S>, handler: PromptHandlerOf<S>): Promise<TurnEnd> {
    // It was cancelled while its prompt was being stored; the handler would miss the abort event.
    if (turn.signal.aborted) return { stopReason: 'cancelled' };
    try {
      const stopReason = await handler(turn);
      if (turn.signal.aborted) return { stopReason: 'cancelled' };
      return { stopReason: requireStopReason(stopReason ?? 'end_turn') };
    } catch (error) {
      if (turn.signal.aborted) return { stopReason: 'cancelled' };
      if (error instanceof RpcError) return { stopReason: 'error', error: error.toObject() };
      this.#init.onError(error);
      return { stopReason: 'error', error: new RpcError(rpcCodes.internalError, 'Internal error').toObject() };
    }
  }
}

const stopReasons: Readonly<Record<TurnStopReason, true>> = {
  end_turn: true,
  max_tokens: true,
  max_turn_requests: true,
  refusal: true,
  cancelled: true,
};

/** Throws a `TypeError` for a stop reason that does not exist. */
function requireStopReason(stopReason: TurnStopReason): TurnStopReason {
  if (typeof stopReason === 'string' && Object.hasOwn(stopReasons, stopReason)) return stopReason;
  throw new Mistake(
    `The handler of the prompt returned ${JSON.stringify(stopReason)}, which is not one of ${Object.keys(stopReasons).join(', ')}.`,
  );
}

/** Turns an error of the store into one for the client. */
async function orStoreError(stored: Promise<void>): Promise<void> {
  try {
    await stored;
  } catch (error) {
    throw storeError(error);
  }
}

/** The error for the client: an `RpcError` of the store is passed on, other errors are only reported. */
const storeError = (cause: unknown): RpcError =>
  cause instanceof RpcError
    ? cause
    : new RpcError(rpcCodes.internalError, 'The session cannot be stored; free some space or check the disk.', {
        cause,
      });
