/**
 * Sends a request to a model and retries it: with growing pauses, after the time that the service asks for, up to a
 * limit.
 */
import type { Turn } from '@acp-stack/sdk';
import type { Clock } from '@acp-stack/rpc';

import { joinSignals } from '../signals/join-signals.ts';
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

export interface AskInit {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly onPart: (part: ModelPart) => void | Promise<void>;
  /** Called before a retry if parts of the answer have already arrived. */
  readonly onBroken: () => Promise<void>;
  readonly turn: Turn;
  readonly limits: RetryLimits;
  readonly clock: Clock;
}

const nothing = (): void => undefined;

/** Milliseconds without data after which the user is told that the agent is still waiting. */
const longWait = 15_000;

/** The answer of the model; rejects with the last error if retries did not help. */
export async function askModel(init: AskInit): Promise<ModelEnd> {
  const { limits, turn, onBroken, clock } = init;
  for (let attempt = 0; ; attempt += 1) {
    const heard = { anything: false };
    try {
      return await askOnce(init, heard);
    } catch (error) {
      if (!(error instanceof ModelError) || !error.isPassing) throw error;
      if (attempt >= Math.min(limits.retries, error.mostRetries)) throw error;
      const pause = error.retryAfter ?? limits.firstPause * 2 ** attempt;
      if (pause > limits.longestPause) throw error;
      if (heard.anything) await onBroken();
      if (pause > 0) {
        void turn.session.notice('info', `Retrying the model in ${inSeconds(pause)}.`, error.message);
      }
      // Only a cancellation by the user ends a pause; messages that arrive meanwhile wait until it is over (INJ-06).
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
  { model, request, onPart, limits, clock, turn }: AskInit,
  heard: { anything: boolean },
): Promise<ModelEnd> {
  const quiet = new AbortController();
  const { signal, release } = joinSignals(request.signal, quiet.signal);
  let last = clock.now();
  let stop = nothing;
  const watch = (ms: number): void => {
    stop = clock.schedule(ms, () => {
      const left = last + limits.silenceTimeout - clock.now();
      if (left > 0) watch(left);
      else quiet.abort(silence(`The model service ${model.providerId}`, limits.silenceTimeout));
    });
  };
  watch(limits.silenceTimeout);
  const stopTelling = clock.schedule(longWait, () => {
    const title = `The model service ${model.providerId} has not responded for ${inSeconds(longWait)}; still waiting.`;
    if (!heard.anything) void turn.session.notice('info', title);
  });
  try {
    return await model.answer({ ...request, signal }, (part) => {
      heard.anything = true;
      last = clock.now();
      return onPart(part);
    });
  } finally {
    stop();
    stopTelling();
    release();
  }
}

/** Resolves after `ms`; rejects if the signal aborts before. */
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
