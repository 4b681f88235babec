/**
 * Matches what a user typed with regular expressions of an agent, without blocking the page.
 *
 * A regular expression can take exponential time. One that takes longer than a moment does not refuse a value, because
 * the agent validates it again.
 */
import { ownScript } from '../ui/own-script.ts';
import type { PatternMatch } from './pattern-worker.ts';
// oxlint-disable-next-line import/default -- the address of the built worker, which Vite exports.
import workerAddress from './pattern-worker.ts?worker&url';

/** A thread that matches one text. */
export interface Matcher {
  /** Calls back once with the result; with `true` if the thread fails. */
  readonly match: (match: PatternMatch, done: (result: boolean) => void) => void;
  readonly stop: () => void;
}

export interface MatchOptions {
  readonly createMatcher?: () => Matcher;
  /** Calls back after a moment; returns a function that gives up. */
  readonly afterMoment?: (callback: () => void) => () => void;
}

const moment = 250;

/** Whether the text matches, for each pair. */
export const matchPatterns = (matches: readonly PatternMatch[], options?: MatchOptions): Promise<readonly boolean[]> =>
  Promise.all(matches.map((match) => matchPattern(match, options)));

function matchPattern(
  match: PatternMatch,
  { createMatcher = createWorker, afterMoment = afterTime }: MatchOptions = {},
): Promise<boolean> {
  const matcher = createMatcher();
  return new Promise((resolve) => {
    const end = (result: boolean): void => {
      giveUp();
      matcher.stop();
      resolve(result);
    };
    const giveUp = afterMoment(() => {
      end(true);
    });
    matcher.match(match, end);
  });
}

function createWorker(): Matcher {
  const worker = new Worker(ownScript(workerAddress), { type: 'module' });
  return {
    match: (match, done) => {
      worker.addEventListener('message', ({ data }: MessageEvent<boolean>) => {
        done(data);
      });
      worker.addEventListener('error', () => {
        done(true);
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name.
      worker.postMessage(match);
    },
    stop: () => {
      worker.terminate();
    },
  };
}

function afterTime(callback: () => void): () => void {
  const timer = setTimeout(callback, moment);
  return () => {
    clearTimeout(timer);
  };
}
