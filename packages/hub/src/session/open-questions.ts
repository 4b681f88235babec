/**
 * The questions of the agent that wait for an answer of a user.
 *
 * The first valid answer in the order of the inbox wins. It is stored before the agent gets it. A question is never
 * answered in favour of the agent by itself: without an answer it is cancelled.
 */
import { randomUUID } from 'node:crypto';

import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import type { AgentQuestion } from '../agents/agent-session.ts';
import type { InboxEntry, LogRecord } from '../store/records.ts';
import { RecordTooLargeError } from './commit-queue.ts';
import { cancelledNotice } from './ended-work.ts';
import { invalidParams } from './item-error.ts';
import type { SessionLog } from './session-log.ts';

/** How many questions of one session may wait: as many as a client lets wait. */
const maxOpenQuestions = 100;

interface Open {
  readonly question: AgentQuestion;
  readonly resolve: (result: unknown) => void;
}

export class OpenQuestions {
  readonly #log: SessionLog;
  readonly #open = new Map<string, Open>();

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Asks the users; resolves with the result for the agent. */
  async ask(asked: AgentQuestion, signal: AbortSignal): Promise<unknown> {
    const { method, params } = asked;
    const question = randomUUID();
    if (signal.aborted) return cancelledResult(asked);
    if (this.#open.size >= maxOpenQuestions) {
      const data = { name: 'openQuestions' };
      throw new RpcError(errorCodes.internal_error, `More than ${maxOpenQuestions} questions wait for an answer.`, {
        data,
      });
    }
    try {
      void this.#log.write([{ kind: 'question', question, method, params }]);
    } catch (error) {
      if (error instanceof RecordTooLargeError) throw invalidParams('The question is too large to be stored.');
      throw error;
    }
    return new Promise((resolve) => {
      this.#open.set(question, { question: asked, resolve });
      signal.addEventListener(
        'abort',
        () => {
          if (!this.#open.delete(question)) return;
          void this.#log.write([{ kind: 'question_closed', question, reason: 'withdrawn' }]);
          resolve(cancelledResult(asked));
        },
        { once: true },
      );
    });
  }

  /** Takes the answer of a client; throws if it is not valid, and the question stays open. */
  answer({ item, request }: InboxEntry): void {
    const { question, result, error } = request.params;
    const open = typeof question === 'string' ? this.#open.get(question) : undefined;
    if (typeof question !== 'string' || open === undefined) {
      const data = { reason: 'question_closed', question };
      throw new RpcError(errorCodes.resource_not_found, 'The question was answered or withdrawn before.', { data });
    }
    if (error !== undefined) throw invalidParams('A client that cannot answer leaves the question to the others.');
    requireValid(open.question, result);
    this.#open.delete(question);
    const { key, principal } = request;
    const answer = answerOf(result);
    const closed: LogRecord = { kind: 'question_closed', question, reason: 'answered', principal, answer };
    // The protocol has one answer, so a client that closes the question closes it for all.
    const told = isCancelled(result) ? cancelledNotice(this.#log.state, 'The question was', principal) : [];
    void this.#log.settle({ item, key }, { result: {} }, [closed, ...told]).then(
      () => {
        open.resolve(result);
      },
      () => {
        open.resolve(cancelledResult(open.question));
      },
    );
  }

  /** Closes all questions: returns the records that say so, and a function for when they are stored. */
  cancel(): { readonly records: readonly LogRecord[]; readonly stored: () => void } {
    const cancelled = [...this.#open.values()];
    const records = [...this.#open.keys()].map((question): LogRecord => {
      return { kind: 'question_closed', question, reason: 'interrupted' };
    });
    this.#open.clear();
    return {
      records,
      stored: () => {
        for (const { question, resolve } of cancelled) resolve(cancelledResult(question));
      },
    };
  }

  /** The agent is gone: nothing waits for answers any more. */
  drop(): void {
    for (const { question, resolve } of this.#open.values()) resolve(cancelledResult(question));
    this.#open.clear();
  }
}

/** The result that is never taken as consent. */
const cancelledResult = ({ method }: AgentQuestion): unknown =>
  method === 'elicitation/create' ? { action: 'cancel' } : { outcome: { outcome: 'cancelled' } };

/** What was chosen, without what was filled in. */
function answerOf(result: unknown): string {
  const { action, outcome } = result as { readonly action?: unknown; readonly outcome?: unknown };
  if (!isObject(outcome)) return String(action);
  return String(outcome['outcome'] === 'selected' ? outcome['optionId'] : outcome['outcome']);
}

/** Whether a valid answer is that the user gave none. */
function isCancelled(result: unknown): boolean {
  const { action, outcome } = result as { readonly action?: unknown; readonly outcome?: unknown };
  return action === 'cancel' || (isObject(outcome) && outcome['outcome'] === 'cancelled');
}

const actions = new Set<unknown>(['accept', 'decline', 'cancel']);

function requireValid({ method, params }: AgentQuestion, result: unknown): void {
  if (!isObject(result)) throw invalidParams('The answer must be an object.');
  if (method === 'elicitation/create') {
    const { action, content } = result;
    if (!actions.has(action)) throw invalidParams('The action of an answer is accept, decline or cancel.');
    if (content !== undefined && content !== null && !isObject(content))
      throw invalidParams('The content of an answer must be an object.');
    return;
  }
  const outcome = isObject(result['outcome']) ? result['outcome'] : {};
  if (outcome['outcome'] === 'cancelled') return;
  const options = Array.isArray(params['options']) ? (params['options'] as readonly unknown[]) : [];
  const isOffered = options.some((option) => isObject(option) && option['optionId'] === outcome['optionId']);
  if (outcome['outcome'] !== 'selected' || !isOffered)
    throw invalidParams('The answer must select one of the options that were offered.');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
