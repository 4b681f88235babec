import { setImmediate as settled } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { FullScreen } from './full-screen.ts';

/** An output that takes what is written when the test says so. */
function output() {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  const state = { isSlow: false, fails: false };
  const write = (text: string): Promise<void> => {
    written.push(text);
    if (state.fails) return Promise.reject(new Error('The terminal is gone.'));
    return state.isSlow ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
  };
  const take = async (): Promise<void> => {
    waiting.shift()?.();
    await settled();
  };
  const size = { write, columns: 20, rows: 3 };
  return { written, state, size, take, screen: new FullScreen(size) };
}

const frame = (...rows: readonly string[]) => ({ rows, cursor: { row: 0, column: 0 } });
const painted = (text: string): readonly string[] =>
  text
    .split('[K')
    .slice(1)
    .map((part) => /^\w*/u.exec(part)?.[0] ?? '');

describe('the whole screen', () => {
  test('is sent only the rows that changed, and nothing when none did', async () => {
    const { written, screen } = output();
    screen.open();
    for (const each of [frame('one', 'two'), frame('one', 'three'), frame('one', 'three')]) {
      screen.draw(each);
      await settled();
    }
    expect(written.map(painted)).toEqual([[], ['one', 'two'], ['three']]);
    screen.forget();
    screen.draw(frame('one', 'three'));
    await settled();
    expect(painted(written.at(-1) ?? '')).toEqual(['one', 'three']);
    await screen.close();
  });

  test('is painted anew when its size is another one, and has no rows of before in it', async () => {
    const { written, size, screen } = output();
    screen.open();
    screen.draw(frame('one', 'two', 'three'));
    await settled();
    screen.draw(frame('one'));
    await settled();
    expect(painted(written.at(-1) ?? '')).toEqual(['', '']);
    size.rows = 2;
    screen.draw(frame('one', 'two', 'three'));
    await settled();
    expect(written.at(-1)).toContain('\u001b[2J');
    expect(painted(written.at(-1) ?? '')).toEqual(['one', 'two']);
    await screen.close();
  });

  test('shows a cursor only where there is one', async () => {
    const { written, screen } = output();
    screen.open();
    screen.draw({ rows: ['one'] });
    await settled();
    expect(written.join('')).not.toContain('\u001b[?25h');
    screen.draw(frame('one'));
    await settled();
    expect(written.at(-1)).toBe('\u001b[1;1H\u001b[?25h');
    await screen.close();
  });

  test('leaves frames out on a slow line, and shows the last one', async () => {
    const { written, state, take, screen } = output();
    state.isSlow = true;
    screen.open();
    for (const row of ['one', 'two', 'three']) screen.draw(frame(row));
    await settled();
    await take();
    await take();
    expect(written.map(painted)).toEqual([[], ['three']]);
    state.isSlow = false;
    await screen.close();
  });

  test('is given back, also when the process ends without waiting', async () => {
    const { written, screen } = output();
    const before = process.listenerCount('exit');
    screen.open();
    expect(process.listenerCount('exit')).toBe(before + 1);
    await screen.close();
    expect(process.listenerCount('exit')).toBe(before);
    expect(written.at(-1)).toBe('\u001b[?7h\u001b[?1049l\u001b[?25h');
  });

  test('survives that the terminal was closed', async () => {
    const { written, state, screen } = output();
    screen.open();
    await settled();
    state.fails = true;
    screen.draw(frame('one'));
    await settled();
    screen.draw(frame('two'));
    await screen.close();
    expect(written.map(painted)).toEqual([[], ['one'], []]);
  });
});
