/** When it is worth to stay awake; times are milliseconds. */
import { expect, test } from 'vitest';

import { Hurry } from './hurry.ts';

/** Asks after each pause and answers after each wait; what was decided each time. */
function decisions(rounds: readonly (readonly [pause: number, wait: number])[], cores = 2): boolean[] {
  let time = 1000;
  const hurry = new Hurry({ cores, now: () => time });
  return rounds.map(([pause, wait]) => {
    time += pause;
    const isHurried = hurry.ask();
    time += wait;
    hurry.answer();
    return isHurried;
  });
}

const close = (count: number): [number, number][] => Array.from({ length: count }, () => [0.05, 0.3]);

const slow: [number, number] = [0.05, 4];

test('it is once question follows upon answer and four answers came soon', () => {
  expect(decisions(close(6))).toEqual([false, false, false, false, true, true]);
});

test('it is not after a pause, and is again behind that', () => {
  expect(decisions([...close(5), [10, 0.3], ...close(1)]).slice(-3)).toEqual([true, false, true]);
});

test('a late answer now and then is forgiven, and late ones that follow each other are not for a while', () => {
  const rounds = [...close(8), slow, ...close(4), slow, slow, ...close(5)];
  expect(decisions(rounds).slice(8)).toEqual([...Array(7).fill(true), false, false, false, false, true]);
});

test('it is not where every other answer is late, however long that goes on', () => {
  const rounds = Array.from({ length: 50 }, () => [...close(1), slow]).flat();
  expect(decisions([...close(8), ...rounds, ...close(48)]).slice(20)).not.toContain(true);
});

test('it never is on one core', () => {
  expect(decisions(close(6), 1)).toEqual(Array(6).fill(false));
});

test('it lasts for as long as an answer that comes soon, and what is asked meanwhile changes nothing', () => {
  let time = 0;
  const hurry = new Hurry({ cores: 2, now: () => time });
  for (let count = 0; count < 4; count += 1) {
    hurry.ask();
    hurry.answer();
  }
  expect(hurry.ask()).toBe(true);
  expect(hurry.ask()).toBe(false);
  time += 0.4;
  expect(hurry.isAwake).toBe(true);
  time += 0.4;
  expect(hurry.isAwake).toBe(false);
  hurry.answer();
  expect(hurry.ask()).toBe(false);
});
