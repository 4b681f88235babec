/**
 * Sends a request to a model and retries it after a transient error, a limited number of times. The pause before a
 * retry is the one that the service asks for, or twice the one before.
 */
import type { Turn } from '@acp-stack/sdk';
import type { Clock } from '@acp-stack/rpc';

import { joinTurnSignals } from '../signals/join-turn-signals.ts';
import { traceHeaders } from '../trace/trace-headers.ts';
import { silence } from './service-error.ts';
import { ModelError } from './model-error.ts';
import type { Model, ModelEnd, ModelPart, ModelRequest } from './model.ts';

export interface RetryLimits {
  /** How many times a request is retried. */
  readonly retries: number;
  /** Milliseconds before the first retry; doubled for each later one. */
  readonly firstPause: number;
  /** The longest pause in milliseconds; if the service asks for more, the request fails. */
  readonly longestPause: number;
  /** Milliseconds without data after which a request is aborted. */
  readonly silenceTimeout: number;
}

export interface AskModelInit {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly onPart: (part: ModelPart) => void | Promise<void>;
  /** Called before a retry if parts of the answer have already arrived. */
  readonly onInterrupted: () => Promise<void>;
  readonly turn: Turn;
  readonly limits: RetryLimits;
  readonly clock: Clock;
}

const nothing = (): void => undefined;

/** Milliseconds until the first data after which the user is told that the agent is still waiting. */
const noticeAfter = 15_000;

/** Resolves with the model's answer; rejects with the last error if the retries fail too. */
export async function askModel(init: AskModelInit): Promise<ModelEnd> {
  const { limits, turn, onInterrupted, clock } = init;
  for (let attempt = 0; ; attempt += 1) {
    const received = { any: false };
    try {
      return await askOnce(init, received);
    } catch (error) {
      if (!(error instanceof ModelError) || !error.isTransient) throw error;
      if (attempt >= Math.min(limits.retries, error.maxRetries)) throw error;
      const pause = error.retryAfter ?? limits.firstPause * 2 ** attempt;
      if (pause > limits.longestPause) throw error;
      if (received.any) await onInterrupted();
      if (pause > 0) {
        void turn.session.notice('info', `Retrying the model in ${inSeconds(pause)}.`, error.message);
      }
      // Only a cancellation by the user ends the pause early; messages that arrive during it wait (INJ-06).
      await wait(pause, clock, turn.signal);
    }
  }
}

function inSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** One attempt; aborted if the model sends nothing for too long. */
async function askOnce(
  { model, request, onPart, limits, clock, turn }: AskModelInit,
  received: { any: boolean },
): Promise<ModelEnd> {
  const silenceAbort = new AbortController();
  const { signal, release } = joinTurnSignals(request.signal, silenceAbort.signal);
  let lastData = clock.now();
  let stopWatch = nothing;
  const watchSilence = (ms: number): void => {
    stopWatch = clock.schedule(ms, () => {
      const left = lastData + limits.silenceTimeout - clock.now();
      if (left > 0) watchSilence(left);
      else silenceAbort.abort(silence(`The model service ${model.providerId}`, limits.silenceTimeout));
    });
  };
  watchSilence(limits.silenceTimeout);
  const cancelNotice = clock.schedule(noticeAfter, () => {
    const title = `The model service ${model.providerId} has not responded for ${inSeconds(noticeAfter)}; still waiting.`;
    if (!received.any) void turn.session.notice('info', title);
  });
  try {
    return await model.answer({ ...request, headers: traceHeaders(turn.trace), signal }, (part) => {
      received.any = true;
      lastData = clock.now();
      return onPart(part);
    });
  } finally {
    stopWatch();
    cancelNotice();
    release();
  }
}

/** Resolves after `ms`; rejects if the signal aborts first. */
function wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      stop();
      reject(signal.reason as Error);
    };
    const stop = clock.schedule(ms, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
