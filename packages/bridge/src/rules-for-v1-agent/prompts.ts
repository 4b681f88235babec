/**
 * The prompts of one session, for an agent that takes one at a time and responds when its work has ended.
 *
 * A prompt counts as inserted when the agent shows that it works on it, or after a grace period. If the agent refuses
 * it before, for instance because the user has to log in, it is refused to the client too (LIFE-11). The client
 * receives, in this order: the response, its own message, `running`, the updates of the agent, `idle`. Further prompts
 * wait and are sent in order (LIFE-12).
 */
import { RpcError, rpcCodes, type ErrorObject, type RequestId } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { promptToV1 } from '../convert/content.ts';
import { idleState } from '../convert/stop-reason.ts';
import type { Exchange } from '../translate/exchange.ts';
import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';
import { isSameValue } from '../values/same-value.ts';

type PromptExchange = Exchange<v2.PromptResponse, V1>;
type State = v2.SessionUpdateVariants['state_update'];

/** Milliseconds during which an agent that sends no update may still refuse a prompt. */
const graceMs = 150;

/** What the prompts need of their session. */
export interface PromptsHost {
  sendUpdate(update: v2.SessionUpdate): void;
  /** A prompt is sent to the agent: its next chunk begins a new message. */
  interrupt(): void;
}

interface Held {
  readonly exchange: PromptExchange;
  /** The blocks as the client sent them, which are echoed to it. */
  readonly content: readonly v2.ContentBlock[];
  /** The params for the agent. */
  readonly params: v1.PromptRequest;
}

/** The prompt that the agent works on. */
interface Turn extends Held {
  messageId: string;
  /** How many of its blocks the agent has echoed. */
  echoed: number;
  readonly stopGraceTimer: () => void;
  isInserted: boolean;
  isCancelled: boolean;
  /** How many requests to the user it waits for. */
  questions: number;
}

export class Prompts {
  readonly #context: RuleContext<V2, V1>;
  readonly #host: PromptsHost;
  #turn: Turn | undefined;
  #held: Held[] = [];
  /** Called when the agent has nothing left to do. */
  readonly #afterWork = new Set<() => void>();
  readonly #stopWaiting: (() => void)[] = [];
  #hasEnded = false;

  constructor(context: RuleContext<V2, V1>, host: PromptsHost) {
    this.#context = context;
    this.#host = host;
  }

  /** Whether the agent works on a prompt, or prompts are waiting. */
  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  add(params: v2.PromptRequest, exchange: PromptExchange): void {
    const { prompt: content, ...rest } = params;
    const held: Held = { exchange, content, params: { ...rest, prompt: promptToV1(content, this.#context) } };
    if (this.#turn === undefined) {
      this.#send(held);
      return;
    }
    const { heldPrompts } = this.#context.limits;
    if (this.#held.length >= heldPrompts) {
      exchange.refuse(
        new RpcError(rpcCodes.internalError, `${heldPrompts} prompts already wait in this session; no more can.`),
      );
      return;
    }
    this.#held.push(held);
    exchange.onCancel = () => {
      this.#held = this.#held.filter((each) => each !== held);
      exchange.refuse(cancelled());
    };
  }

  /** Notes that the agent works, so its prompt was inserted. */
  noteWork(): void {
    const turn = this.#turn;
    if (turn === undefined) return;
    turn.echoed = turn.content.length;
    this.#insert(turn);
  }

  /**
   * Whether a chunk of a user message only echoes the prompt at the beginning of the work; the client gets that anyway
   * (LIFE-03).
   */
  isEcho({ content, messageId }: v1.ContentChunk): boolean {
    const turn = this.#turn;
    const expected = turn?.content[turn.echoed];
    if (turn === undefined || expected === undefined || !isSameValue(expected, content)) return false;
    turn.echoed += 1;
    // The agent has an id for the message, which it will use again in a replay.
    if (!turn.isInserted && typeof messageId === 'string') turn.messageId = messageId;
    this.#insert(turn);
    return true;
  }

  /**
   * Notes that something waits for the user. Returns the function that ends the waiting. Without a prompt it is not
   * foreground work (LIFE-08).
   */
  block(): () => void {
    const turn = this.#turn;
    if (turn === undefined) return () => undefined;
    turn.questions += 1;
    if (turn.questions === 1) this.#sendState(turn);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      turn.questions -= 1;
      if (turn.questions === 0) this.#sendState(turn);
    };
  }

  /** Cancels: waiting prompts are dropped, the running one ends when the agent says so (CANCEL-09). */
  cancel(): void {
    if (this.#turn !== undefined) this.#turn.isCancelled = true;
    this.drop();
  }

  /** Calls `work` when the agent has ended the prompt it works on, or after `ms` milliseconds. */
  afterWork(ms: number, work: () => void): void {
    if (this.#turn?.isInserted !== true) {
      work();
      return;
    }
    const go = (): void => {
      stopWaiting();
      this.#afterWork.delete(go);
      work();
    };
    const stopWaiting = this.#context.clock.schedule(ms, go);
    this.#afterWork.add(go);
    this.#stopWaiting.push(stopWaiting);
  }

  /** Refuses the waiting prompts. */
  drop(): void {
    const held = this.#held;
    this.#held = [];
    for (const { exchange } of held) exchange.refuse(cancelled());
  }

  /** Ends everything, because the session is closed (CLOSE-04). */
  end(): void {
    const turn = this.#turn;
    this.stop();
    this.drop();
    this.#turn = undefined;
    if (turn === undefined) return;
    if (turn.isInserted)
      this.#host.sendUpdate({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' });
    else turn.exchange.refuse(cancelled());
  }

  /** Stops all timers. */
  stop(): void {
    this.#hasEnded = true;
    this.#turn?.stopGraceTimer();
    for (const stopWaiting of this.#stopWaiting) stopWaiting();
  }

  /** Whether `id` is the agent's id of the running prompt. */
  isRunning(id: RequestId): boolean {
    return this.#turn !== undefined && this.#turn.exchange.forwardedAs === id;
  }

  /** The state of the session. */
  get state(): State {
    const turn = this.#turn;
    if (turn?.isInserted !== true) return { sessionUpdate: 'state_update', state: 'idle' };
    return { sessionUpdate: 'state_update', state: turn.questions > 0 ? 'requires_action' : 'running' };
  }

  #send(held: Held): void {
    const { exchange, params } = held;
    const turn: Turn = {
      ...held,
      messageId: this.#context.mintId(),
      echoed: 0,
      stopGraceTimer: this.#context.clock.schedule(graceMs, () => {
        this.#insert(turn);
      }),
      isInserted: false,
      isCancelled: false,
      questions: 0,
    };
    this.#turn = turn;
    this.#host.interrupt();
    exchange.forward('session/prompt', params, {
      result: (result) => {
        this.#finish(turn, () => {
          this.#insert(turn);
          return idleState(result);
        });
        return undefined;
      },
      error: (error) => {
        this.#finish(turn, () => this.#failed(turn, error));
      },
    });
    const { forwardedAs } = exchange;
    exchange.onCancel = () => {
      // The prompt may be inserted before the agent gets this; it is cancelled all the same.
      turn.isCancelled = true;
      if (forwardedAs !== undefined && forwardedAs !== null)
        this.#context.notifyAgent('$/cancel_request', { requestId: forwardedAs });
    };
  }

  #insert(turn: Turn): void {
    if (turn.isInserted) return;
    turn.isInserted = true;
    turn.stopGraceTimer();
    const { exchange, content, messageId } = turn;
    exchange.answer({ messageId });
    this.#host.sendUpdate({ sessionUpdate: 'user_message', messageId, content });
    this.#sendState(turn);
  }

  /** The agent has responded to `turn`: reports how it ended, and sends the next prompt. */
  #finish(turn: Turn, ending: () => State | undefined): void {
    if (this.#hasEnded) return;
    turn.stopGraceTimer();
    const idle = ending();
    this.#turn = undefined;
    if (idle !== undefined) this.#host.sendUpdate(idle);
    const next = this.#held.shift();
    if (next !== undefined) this.#send(next);
    else for (const go of this.#afterWork) go();
  }

  #failed(turn: Turn, error: ErrorObject): State | undefined {
    if (!turn.isInserted) {
      turn.exchange.refuse(error);
      return undefined;
    }
    const idle = { sessionUpdate: 'state_update', state: 'idle' } as const;
    // An abort is never an error (CANCEL-06).
    if (turn.isCancelled && error.code === rpcCodes.requestCancelled) return { ...idle, stopReason: 'cancelled' };
    return { ...idle, stopReason: 'error', error };
  }

  #sendState(turn: Turn): void {
    if (this.#turn === turn && turn.isInserted) this.#host.sendUpdate(this.state);
  }
}

const cancelled = (): RpcError => new RpcError(rpcCodes.requestCancelled, 'The prompt was cancelled.');
