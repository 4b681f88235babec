/**
 * The work of a session on what the user says: one turn at a time, begun, ended and told.
 *
 * A prompt that arrives meanwhile is held and inserted in its turn; its request stays unanswered until then (LIFE-12).
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { ContentBlock, IdleStateUpdate, PromptRequest, PromptResponse } from '@acp-stack/schema/v2/unstable';

import type { AgentSession, PromptHandler } from '../session/agent-session.ts';
import type { AgentSessionHost } from '../session/session-host.ts';
import type { SessionState } from '../session/session-state.ts';
import { ForegroundState } from './foreground-state.ts';
import { InjectedMessages, type Injected } from './injected-messages.ts';
import type { PendingMessage } from '../../shared/pending-messages.ts';
import { Turn, type TurnInit, type TurnStopReason } from './turn.ts';
import { TurnQueue } from './turn-queue.ts';

export interface ForegroundWorkInit {
  readonly session: AgentSession;
  readonly inside: SessionState;
  readonly host: Pick<AgentSessionHost, 'store' | 'onPrompt' | 'onError' | 'injectModes'>;
  /** How the work before ended. */
  readonly last: IdleStateUpdate;
}

type TurnEnd =
  | { readonly stopReason: TurnStopReason }
  | {
      readonly stopReason: 'error';
      readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
    };

export class ForegroundWork {
  readonly state: ForegroundState;
  readonly #session: AgentSession;
  readonly #inside: SessionState;
  /** Whether a prompt is taken in only when it is kept. */
  readonly #persistBeforeSend: boolean;
  readonly #host: ForegroundWorkInit['host'];
  readonly #turns = new TurnQueue();
  #madeInjections: InjectedMessages | undefined;
  #turn: Turn | undefined;
  /** Why the store refused something of this turn. */
  #unkept: RpcError | undefined;

  constructor({ session, inside, host, last }: ForegroundWorkInit) {
    this.#session = session;
    this.#inside = inside;
    this.#persistBeforeSend = host.store.persistBeforeSend === true;
    this.#host = host;
    this.state = new ForegroundState((update) => session.update(update), last);
  }

  /** Messages that are handed to the session while it works; most never are. */
  get injections(): InjectedMessages {
    this.#madeInjections ??= new InjectedMessages({
      modes: this.#host.injectModes,
      isRunning: () => this.#turn !== undefined,
      nextId: () => this.#session.nextId('user'),
      onSteer: () => this.#turn?.steered(),
      keeping: {
        keep: (message) => inWords(this.#inside.history.keepPending(message)),
        forget: (messageId) => inWords(this.#inside.history.forgetPending(messageId)),
        told: () => this.#inside.told(),
      },
      standInLine: (deliver, place) =>
        this.#turns.stand(() => {
          this.#insertInjected(deliver());
        }, place),
    });
    return this.#madeInjections;
  }

  /** Messages that wait to be delivered. */
  get pending(): readonly PendingMessage[] {
    return this.#madeInjections?.pending ?? [];
  }

  /** The turn that runs now. */
  get turn(): Turn | undefined {
    return this.#turn;
  }

  /** Takes a prompt; resolves when it has been inserted, which may be after others (LIFE-01). */
  prompt(params: PromptRequest, signal: AbortSignal): PromptResponse | Promise<PromptResponse> {
    return this.#turns.enter(() => this.#insert(params), signal);
  }

  /** Works without a prompt (LIFE-16), as soon as nothing else runs. */
  async work(handler: PromptHandler): Promise<void> {
    await this.#turns.enter(() => {
      const turn = this.#makeTurn({ messageId: undefined, prompt: [], runtimeContext: [], origin: undefined });
      void this.#inside.history.patch({ isWorking: true });
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
    this.injections.close(how);
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
    const { onPrompt } = this.#host;
    const { prompt, runtimeContext } = params;
    const messageId = this.#session.nextId('user');
    const turn = this.#makeTurn({ messageId, prompt, runtimeContext: runtimeContext ?? [], origin: params });
    // What is kept is kept in order: with the prompt, that work is under way is kept too.
    void this.#inside.history.patch({ isWorking: true });
    const told = this.#tell(messageId, prompt);
    this.#begin(turn);
    const answer = (): PromptResponse => {
      // The answer to the prompt goes out first: the handler begins in the next step.
      queueMicrotask(() => void this.#run(turn, onPrompt));
      return { messageId };
    };
    if (!this.#persistBeforeSend) return answer();
    // A prompt is not taken in before it is kept; one that cannot be is refused, and the turn that it began ends.
    return told.then(answer, (error: unknown) => {
      this.#end(turn, { stopReason: 'error', error: unkept(error).toObject() });
      throw unkept(error);
    });
  }

  /** An injected message whose turn has come is delivered like a prompt. */
  #insertInjected(message: Injected): void {
    const { messageId, content } = message;
    const { onPrompt } = this.#host;
    const turn = this.#makeTurn({ messageId, prompt: content, runtimeContext: [], origin: undefined });
    void this.#inside.history.patch({ isWorking: true });
    const told = this.#tell(messageId, content);
    this.#begin(turn);
    if (!this.#persistBeforeSend) {
      void this.#run(turn, onPrompt);
      return;
    }
    told.then(
      () => this.#run(turn, onPrompt),
      (error: unknown) => {
        this.#end(turn, { stopReason: 'error', error: unkept(error).toObject() });
        // Nobody has heard of it. After the end, so that a store that fails is not asked again and again.
        this.injections.putBack(message);
      },
    );
  }

  #makeTurn(init: Omit<TurnInit, 'session' | 'breakpoint' | 'hasSteers'>): Turn {
    const turn: Turn = new Turn({
      ...init,
      session: this.#session,
      breakpoint: () => (this.#takesSteers(turn) ? this.#deliverSteers() : []),
      hasSteers: () => this.#takesSteers(turn) && this.#madeInjections?.hasSteers === true,
    });
    return turn;
  }

  /** A turn that has ended, is cancelled, or waits for the user is not steered now (INJ-16, INJ-17). */
  #takesSteers(turn: Turn): boolean {
    return this.#turn === turn && !turn.signal.aborted && this.state.current === 'running';
  }

  #deliverSteers(): readonly Injected[] {
    const steers = this.#madeInjections?.takeSteers() ?? [];
    for (const steer of steers) {
      const told = this.#tell(steer.messageId, steer.content);
      // What was not kept was not said, and the turn is about to end for it.
      if (this.#persistBeforeSend)
        told.catch(() => {
          this.injections.putBack(steer);
        });
    }
    return steers;
  }

  #tell(messageId: string, content: readonly ContentBlock[]): Promise<void> {
    return this.#session.update({ sessionUpdate: 'user_message', messageId, content });
  }

  #begin(turn: Turn): void {
    this.#turn = turn;
    this.#unkept = undefined;
    this.state.start();
  }

  async #run(turn: Turn, handler: PromptHandler): Promise<void> {
    const end = await this.#outcome(turn, handler);
    // Nothing has to be awaited by a handler, so what it said last may not be kept yet.
    if (this.#persistBeforeSend) await this.#inside.history.flush();
    this.#end(turn, this.#unkept === undefined ? end : { stopReason: 'error', error: this.#unkept.toObject() });
  }

  #end(turn: Turn, end: TurnEnd): void {
    const usage = turn.finish();
    this.#turn = undefined;
    void this.#inside.history.patch({ updatedAt: new Date().toISOString(), isWorking: false });
    if (!this.#session.isClosed) this.state.end({ ...end, ...(usage === undefined ? {} : { usage }) });
    const leave = (): void => {
      this.#turns.leave();
    };
    if (this.#madeInjections === undefined) leave();
    else this.#madeInjections.afterWork(leave);
  }

  /** How the turn ended; an abort is never an error, whatever it made the handler throw (CANCEL-05, CANCEL-06). */
  async #outcome(turn: Turn, handler: PromptHandler): Promise<TurnEnd> {
    // It was cancelled while its prompt was being kept; a handler might wait for an abort that has been.
    if (turn.signal.aborted) return { stopReason: 'cancelled' };
    try {
      const stopReason = await handler(turn);
      return { stopReason: turn.signal.aborted ? 'cancelled' : (stopReason ?? 'end_turn') };
    } catch (error) {
      if (turn.signal.aborted) return { stopReason: 'cancelled' };
      if (error instanceof RpcError) return { stopReason: 'error', error: error.toObject() };
      this.#host.onError(error);
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
