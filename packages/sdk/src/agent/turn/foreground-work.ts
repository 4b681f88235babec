/**
 * The work of a session on what the user says: one turn at a time, begun, ended and told.
 *
 * A prompt that arrives meanwhile is held and inserted in its turn; its request stays unanswered until then (LIFE-12).
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

import type { PendingMessage } from '../../shared/pending-messages.ts';
import type { SessionHistory } from '../store/session-history.ts';
import { ForegroundState } from './foreground-state.ts';
import { InjectedMessages, type Injected } from './injected-messages.ts';
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
  /** Called with what a handler threw by accident. */
  readonly onError: (error: unknown) => void;
  /** Which messages are taken while the session works. */
  readonly injectModes: readonly InjectMode[];
  /** Whether a prompt is taken in only when it is stored. */
  readonly persistBeforeSend: boolean;
  /** How the work before ended. */
  readonly last: IdleStateUpdate;
}

/** The session state, as far as foreground work uses it. */
export interface WorkingSession {
  readonly history: SessionHistory;
  readonly isClosed: boolean;
  /** Sends an update; resolves when more can be sent. */
  tell(update: SessionUpdate): Promise<void>;
  /** Resolves when the client was sent everything so far. */
  told(): Promise<void>;
}

type TurnEnd =
  | { readonly stopReason: TurnStopReason }
  | {
      readonly stopReason: 'error';
      readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
    };

export class ForegroundWork<S extends TurnSession> {
  readonly state: ForegroundState;
  readonly #init: ForegroundWorkInit<S>;
  readonly #turns = new TurnQueue();
  #injected: InjectedMessages | undefined;
  #turn: TurnOf<S> | undefined;
  /** Why the store refused something of this turn. */
  #unkept: RpcError | undefined;

  constructor(init: ForegroundWorkInit<S>) {
    this.#init = init;
    this.state = new ForegroundState((update) => init.state.tell(update), init.last);
  }

  /** Messages that are handed to the session while it works; most never are. */
  get injected(): InjectedMessages {
    this.#injected ??= new InjectedMessages({
      modes: this.#init.injectModes,
      isRunning: () => this.#turn !== undefined,
      nextId: () => this.#init.session.nextId('user'),
      onSteer: () => this.#turn?.steered(),
      keeping: {
        keep: (message) => inWords(this.#init.state.history.keepPending(message)),
        forget: (messageId) => inWords(this.#init.state.history.forgetPending(messageId)),
        told: () => this.#init.state.told(),
      },
      standInLine: (deliver, place) =>
        this.#turns.stand(() => {
          this.#insertInjected(deliver());
        }, place),
    });
    return this.#injected;
  }

  /** Messages that wait to be delivered. */
  get pending(): readonly PendingMessage[] {
    return this.#injected?.pending ?? [];
  }

  /** The turn that runs now. */
  get turn(): TurnOf<S> | undefined {
    return this.#turn;
  }

  /** Takes a prompt; resolves when it has been inserted, which may be after others (LIFE-01). */
  prompt(params: PromptRequest, signal: AbortSignal): PromptResponse | Promise<PromptResponse> {
    return this.#turns.enter(() => this.#insert(params), signal);
  }

  /** Works without a prompt (LIFE-16), as soon as nothing else runs. */
  async work(handler: PromptHandlerOf<S>): Promise<void> {
    await this.#turns.enter(() => {
      const turn = this.#makeTurn({ messageId: undefined, prompt: [], runtimeContext: [], origin: undefined });
      void this.#init.state.history.patch({ isWorking: true });
      this.#begin(turn);
      return this.#run(turn, handler);
    });
  }

  /** Stops the work that runs and drops the prompts that are held (CANCEL-09); injected messages stay (INJ-16). */
  cancel(): void {
    this.#turn?.abort('The user cancelled the turn.');
    this.#turns.drop();
  }

  /** Takes nothing more; resolves when nothing runs. Messages that wait stay kept for a session that is only left. */
  async close(how: 'left' | 'closed'): Promise<void> {
    this.cancel();
    this.injected.close(how);
    await this.#turns.close();
  }

  /** The store refused something: work whose words are lost does not go on. */
  stop(error: unknown): void {
    this.#unkept = unkept(error);
    this.#turn?.abort(this.#unkept.message, this.#unkept);
  }

  // -------------------------------------------------------------------------------------------- inside

  /** Inserts a prompt into the conversation and begins to work on it. */
  #insert(params: PromptRequest): PromptResponse | Promise<PromptResponse> {
    const { onPrompt } = this.#init;
    const { prompt, runtimeContext } = params;
    const messageId = this.#init.session.nextId('user');
    const turn = this.#makeTurn({ messageId, prompt, runtimeContext: runtimeContext ?? [], origin: params });
    // What is kept is kept in order: with the prompt, that work is under way is kept too.
    void this.#init.state.history.patch({ isWorking: true });
    const told = this.#tell(messageId, prompt);
    this.#begin(turn);
    const answer = (): PromptResponse => {
      // The answer to the prompt goes out first: the handler begins in the next step.
      queueMicrotask(() => void this.#run(turn, onPrompt));
      return { messageId };
    };
    if (!this.#init.persistBeforeSend) return answer();
    // A prompt is not taken in before it is kept; one that cannot be is refused, and the turn that it began ends.
    return told.then(answer, (error: unknown) => {
      this.#end(turn, { stopReason: 'error', error: unkept(error).toObject() });
      throw unkept(error);
    });
  }

  /** An injected message whose turn has come is delivered like a prompt. */
  #insertInjected(message: Injected): void {
    const { messageId, content } = message;
    const { onPrompt } = this.#init;
    const turn = this.#makeTurn({ messageId, prompt: content, runtimeContext: [], origin: undefined });
    void this.#init.state.history.patch({ isWorking: true });
    const told = this.#tell(messageId, content);
    this.#begin(turn);
    if (!this.#init.persistBeforeSend) {
      void this.#run(turn, onPrompt);
      return;
    }
    told.then(
      () => this.#run(turn, onPrompt),
      (error: unknown) => {
        this.#end(turn, { stopReason: 'error', error: unkept(error).toObject() });
        // Nobody has heard of it. After the end, so that a store that fails is not asked again and again.
        this.injected.putBack(message);
      },
    );
  }

  #makeTurn(init: Omit<TurnInit<S>, 'session' | 'breakpoint' | 'hasSteers'>): TurnOf<S> {
    const turn: TurnOf<S> = new TurnOf({
      ...init,
      session: this.#init.session,
      breakpoint: () => (this.#takesSteers(turn) ? this.#deliverSteers() : []),
      hasSteers: () => this.#takesSteers(turn) && this.#injected?.hasSteers === true,
    });
    return turn;
  }

  /** A turn that has ended, is cancelled, or waits for the user is not steered now (INJ-16, INJ-17). */
  #takesSteers(turn: TurnOf<S>): boolean {
    return this.#turn === turn && !turn.signal.aborted && this.state.current === 'running';
  }

  #deliverSteers(): readonly Injected[] {
    const steers = this.#injected?.takeSteers() ?? [];
    for (const steer of steers) {
      const told = this.#tell(steer.messageId, steer.content);
      // What was not kept was not said, and the turn is about to end for it.
      if (this.#init.persistBeforeSend)
        told.catch(() => {
          this.injected.putBack(steer);
        });
    }
    return steers;
  }

  #tell(messageId: string, content: readonly ContentBlock[]): Promise<void> {
    return this.#init.state.tell({ sessionUpdate: 'user_message', messageId, content });
  }

  #begin(turn: TurnOf<S>): void {
    this.#turn = turn;
    this.#unkept = undefined;
    this.state.start();
  }

  async #run(turn: TurnOf<S>, handler: PromptHandlerOf<S>): Promise<void> {
    const end = await this.#outcome(turn, handler);
    // Nothing has to be awaited by a handler, so what it said last may not be kept yet.
    if (this.#init.persistBeforeSend) await this.#init.state.history.flush();
    this.#end(turn, this.#unkept === undefined ? end : { stopReason: 'error', error: this.#unkept.toObject() });
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

  /** How the turn ended; an abort is never an error, whatever it made the handler throw (CANCEL-05, CANCEL-06). */
  async #outcome(turn: TurnOf<S>, handler: PromptHandlerOf<S>): Promise<TurnEnd> {
    // It was cancelled while its prompt was being kept; a handler might wait for an abort that has been.
    if (turn.signal.aborted) return { stopReason: 'cancelled' };
    try {
      const stopReason = await handler(turn);
      return { stopReason: turn.signal.aborted ? 'cancelled' : (stopReason ?? 'end_turn') };
    } catch (error) {
      if (turn.signal.aborted) return { stopReason: 'cancelled' };
      if (error instanceof RpcError) return { stopReason: 'error', error: error.toObject() };
      this.#init.onError(error);
      return { stopReason: 'error', error: new RpcError(rpcCodes.internalError, 'Internal error').toObject() };
    }
  }
}

/** Refuses in words for the client. */
async function inWords(kept: Promise<void>): Promise<void> {
  try {
    await kept;
  } catch (error) {
    throw unkept(error);
  }
}

/** What the client is told; a store that has words for it throws them as an `RpcError`, others are for the program. */
const unkept = (cause: unknown): RpcError =>
  cause instanceof RpcError
    ? cause
    : new RpcError(rpcCodes.internalError, 'The session cannot be stored; free some space or check the disk.', {
        cause,
      });
