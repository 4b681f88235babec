/**
 * One prompt that an agent works on, over one or more calls of the AI SDK.
 *
 * What happens is put into one queue, in the order in which it happened: updates, calls of tools of the program, the
 * end. A call of such a tool ends a step, and the turn waits for the next call of the model, which brings the result.
 */
import type { LanguageModelV3ToolResultOutput } from '@ai-sdk/provider';
import type { ClientSession, ContentBlock, PromptOutcome, SessionUpdate } from '@acp-stack/sdk';

import { isFailure, mcpResult, outputText } from '../prompt/output-text.ts';
import { PartWriter } from '../stream/part-writer.ts';
import { refusal, type PermissionPolicy } from './permission-policy.ts';

/** A call of a tool of the program. */
export interface ProgramCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** What happened in a turn. */
export type TurnEvent =
  | { readonly kind: 'update'; readonly update: SessionUpdate }
  | { readonly kind: 'call'; readonly call: ProgramCall }
  | { readonly kind: 'end'; readonly outcome: PromptOutcome }
  | { readonly kind: 'failed'; readonly error: unknown };

interface Waiter {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface TurnInit {
  readonly session: ClientSession;
  readonly content: readonly ContentBlock[];
  readonly permissions: PermissionPolicy;
  /** Whether tools of the program are offered. */
  readonly hasTools: boolean;
  /** Called once, when the agent has ended the work. */
  readonly onOver: (turn: RunningTurn) => void;
}

/** How many events may wait for the reader before the agent has to. */
const maxWaiting = 1000;

/** A turn of an agent. */
export class RunningTurn {
  readonly session: ClientSession;
  readonly writer: PartWriter;
  /** Resolves when the agent has ended the work. */
  readonly over: Promise<void>;
  /** The titles of the permission requests that were refused because the program does not decide. */
  readonly refused: string[] = [];
  readonly #events: TurnEvent[] = [];
  readonly #waiters = new Map<string, Waiter>();
  readonly #controller = new AbortController();
  #wake: (() => void) | undefined;
  #drained: (() => void) | undefined;
  #isOver = false;

  constructor({ session, content, permissions, hasTools, onOver }: TurnInit) {
    this.session = session;
    this.writer = new PartWriter({ holdsCalls: hasTools });
    const updates = session.onUpdate((update) => this.#push({ kind: 'update', update }));
    const questions = session.onPermission((request, context) => {
      if (permissions !== undefined) return permissions(request, context);
      this.refused.push(request.title);
      return refusal(request);
    });
    const end = (event: TurnEvent): void => {
      updates[Symbol.dispose]();
      questions[Symbol.dispose]();
      this.#isOver = true;
      this.#rejectWaiters('The agent has ended its turn.');
      onOver(this);
      void this.#push(event);
    };
    this.over = session.prompt(content, { signal: this.#controller.signal }).then(
      (outcome) => {
        end({ kind: 'end', outcome });
      },
      (error: unknown) => {
        end({ kind: 'failed', error });
      },
    );
  }

  /** Whether the agent has ended the work; events may still wait to be read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The next event; waits for it. */
  async next(): Promise<TurnEvent> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) {
        if (this.#events.length < maxWaiting) this.#drained?.();
        return event;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The agent calls a tool of the program; resolves with its result, once the program has run it. */
  call(call: ProgramCall, signal: AbortSignal): Promise<unknown> {
    if (this.#isOver) return Promise.reject(new Error('The turn is over.'));
    return new Promise((resolve, reject) => {
      this.#waiters.set(call.toolCallId, { resolve, reject });
      // The call was given up, or its time is over: the program does not continue the conversation.
      signal.addEventListener('abort', () => {
        this.#waiters.delete(call.toolCallId);
        reject(new Error(`The call of ${call.toolName} was given up.`));
        if (call.toolCallId === this.#suspendedFor) this.cancel();
      });
      void this.#push({ kind: 'call', call });
    });
  }

  /** The call that the last step has ended with. */
  #suspendedFor: string | undefined;

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
    this.#controller.abort();
    // An agent that waits for a reader could not report the end.
    this.#drained?.();
  }

  #rejectWaiters(reason: string): void {
    for (const { reject } of this.#waiters.values()) reject(new Error(reason));
    this.#waiters.clear();
  }

  /** Adds an event; returns a promise if the agent has to wait for the reader. */
  #push(event: TurnEvent): Promise<void> | undefined {
    // After a cancel only the end is read, and an agent may go on for as long as it likes.
    if (event.kind === 'update' && this.#controller.signal.aborted) return undefined;
    this.#events.push(event);
    this.#wake?.();
    if (event.kind !== 'update' || this.#events.length < maxWaiting) return undefined;
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }
}
