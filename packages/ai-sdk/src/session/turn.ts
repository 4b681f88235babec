/**
 * One prompt that an agent works on, over one or more calls of the AI SDK.
 *
 * When the agent calls a tool of the program, a step ends, and the turn waits for the next call of the model, which
 * brings the result.
 */
import type { LanguageModelV3ToolResultOutput } from '@ai-sdk/provider';
import {
  PromptEvents,
  type ClientSession,
  type ContentBlock,
  type PermissionHandler,
  type PromptEvent,
} from '@acp-stack/sdk';

import { isFailure, mcpResult, outputText } from '../prompt/output-text.ts';
import { PartWriter } from '../stream/part-writer.ts';
import { refusal } from './refusal.ts';

/** A call of a tool of the program. */
export interface ProgramCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** What happened in a turn. */
export type TurnEvent = PromptEvent | { readonly kind: 'call'; readonly call: ProgramCall };

interface Waiter {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface TurnInit {
  readonly session: ClientSession;
  readonly content: readonly ContentBlock[];
  /** Decides about permissions; without it they are refused. */
  readonly onPermission: PermissionHandler | undefined;
  /** Whether tools of the program are offered. */
  readonly hasTools: boolean;
  /** Called once, when the agent has ended the work. */
  readonly onOver: (turn: RunningTurn) => void;
}

/** A turn of an agent. */
export class RunningTurn {
  readonly session: ClientSession;
  readonly writer: PartWriter;
  /** The titles of the permission requests that were refused because the program does not decide. */
  readonly refused: string[] = [];
  readonly #events: PromptEvents<TurnEvent>;
  /** What waits for the results of calls, by their ids. */
  readonly #waiters = new Map<string, Waiter>();
  /** The call that the last step has ended with. */
  #suspendedFor: string | undefined;

  constructor({ session, content, onPermission, hasTools, onOver }: TurnInit) {
    this.session = session;
    this.writer = new PartWriter({ holdsCalls: hasTools });
    const questions = session.onPermission((request, context) => {
      if (onPermission !== undefined) return onPermission(request, context);
      this.refused.push(request.title);
      return refusal(request);
    });
    this.#events = new PromptEvents(session, content, () => {
      questions[Symbol.dispose]();
      this.#rejectWaiters('The agent has ended its turn.');
      onOver(this);
    });
  }

  /** Resolves when the agent has ended the work. */
  get over(): Promise<void> {
    return this.#events.over;
  }

  /** The next event; waits for it. */
  next(): Promise<TurnEvent> {
    return this.#events.next();
  }

  /** The agent calls a tool of the program; resolves with its result, once the program has run it. */
  call(call: ProgramCall, signal: AbortSignal): Promise<unknown> {
    if (this.#events.isOver) return Promise.reject(new Error('The turn is over.'));
    return new Promise((resolve, reject) => {
      this.#waiters.set(call.toolCallId, { resolve, reject });
      // The call was given up, or its time is over: the program does not continue the conversation.
      signal.addEventListener('abort', () => {
        this.#waiters.delete(call.toolCallId);
        reject(new Error(`The call of ${call.toolName} was given up.`));
        if (call.toolCallId === this.#suspendedFor) this.cancel();
      });
      this.#events.add({ kind: 'call', call });
    });
  }

  /** The step ends with `call`; the turn waits for its result. */
  suspend(call: ProgramCall): void {
    this.#suspendedFor = call.toolCallId;
  }

  /** Gives the agent the result of a call. */
  answer(toolCallId: string, output: LanguageModelV3ToolResultOutput): void {
    const waiter = this.#waiters.get(toolCallId);
    this.#waiters.delete(toolCallId);
    this.#suspendedFor = undefined;
    if (isFailure(output)) waiter?.reject(new Error(outputText(output)));
    else waiter?.resolve(mcpResult(output));
  }

  /** Cancels the work; the agent ends it, or it is given up after ten seconds. */
  cancel(): void {
    this.#rejectWaiters('The work was cancelled.');
    this.#events.cancel();
  }

  #rejectWaiters(reason: string): void {
    for (const { reject } of this.#waiters.values()) reject(new Error(reason));
    this.#waiters.clear();
  }
}
