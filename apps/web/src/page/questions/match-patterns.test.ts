import { expect, test } from 'vitest';

import { matchPatterns, type Matcher, type MatchOptions } from './match-patterns.ts';
import type { PatternMatch } from './pattern-worker.ts';

interface Scene {
  readonly options: Required<MatchOptions>;
  readonly ended: () => number;
  readonly passMoment: () => void;
}

/** Workers that answer with `answer`; without an answer they never do. */
function scene(answer?: (match: PatternMatch) => boolean): Scene {
  let ended = 0;
  const waiting: (() => void)[] = [];
  const createMatcher = (): Matcher => ({
    match: (match, done) => {
      if (answer !== undefined) done(answer(match));
    },
    stop: () => {
      ended += 1;
    },
  });
  const wait = (callback: () => void): (() => void) => {
    waiting.push(callback);
    return () => undefined;
  };
  return {
    options: { createMatcher, afterMoment: wait },
    ended: () => ended,
    passMoment: () => {
      for (const callback of waiting) callback();
    },
  };
}

test('each text is matched with its own expression, and each thread ends', async () => {
  const { options, ended } = scene(({ pattern, text }) => pattern === text);
  const pairs = [
    { pattern: 'a', text: 'a' },
    { pattern: 'a', text: 'b' },
  ];
  expect(await matchPatterns(pairs, options)).toEqual([true, false]);
  expect(ended()).toBe(2);
});

test('an expression that takes too long is stopped and refuses nothing', async () => {
  const { options, ended, passMoment } = scene();
  const matching = matchPatterns([{ pattern: '^(a+)+$', text: 'aaaa!' }], options);
  passMoment();
  expect(await matching).toEqual([true]);
  expect(ended()).toBe(1);
});
