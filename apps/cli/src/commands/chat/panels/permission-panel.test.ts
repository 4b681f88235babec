import { describe, expect, test } from 'vitest';

import { KeyReader, type Key } from '../../../tui/key.ts';
import { textOfLine } from '../../../tui/styled-line.ts';
import { PermissionPanel } from './permission-panel.ts';

const options = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'odd', name: 'Perhaps', kind: '_perhaps' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

interface Stand {
  readonly panel: PermissionPanel;
  readonly answers: (string | undefined)[];
  readonly press: (...inputs: readonly string[]) => void;
  readonly screen: (rows?: number, width?: number) => string;
  /** Whether the quiet time is over. */
  quiet: boolean;
}

function stand(question: object = {}): Stand {
  const answers: (string | undefined)[] = [];
  const panel: PermissionPanel = new PermissionPanel({
    question: { title: 'Cut?', options, paths: [], diffs: [], ...question } as never,
    cwd: '/garden',
    done: (optionId) => answers.push(optionId),
    redraw: () => undefined,
    counts: () => made.quiet,
  });
  const made: Stand = {
    panel,
    answers,
    press: (...inputs) => {
      for (const key of inputs.flatMap((each): readonly Key[] => new KeyReader().read(each))) panel.press(key);
    },
    screen: (rows = 20, width = 90) => panel.draw({ width, rows }).lines.map(textOfLine).join('\n'),
    quiet: false,
  };
  return made;
}

describe('before the quiet time is over', () => {
  test.each(['\r', 'y', 'a', '1', '2', '3', '\t\r'])('the key %j, which allows, does not count', (key) => {
    const made = stand();
    made.screen();
    made.press(key);
    expect(made.answers).toEqual([]);
    expect(made.screen()).toContain('  That key came too soon: release it, then choose again');
    made.quiet = true;
    made.press(key === '\t\r' ? '\r' : key);
    expect(made.answers).toHaveLength(1);
  });

  test.each(['n', '4', '\u001b[A\r'])('the key %j, which refuses, counts', (key) => {
    const made = stand();
    made.screen();
    made.press(key);
    expect(made.answers).toEqual(['no']);
  });

  test('only the keys that count are shown', () => {
    const made = stand();
    expect(made.screen()).toBe(
      [
        '? Cut?',
        '› 1. Allow    ',
        '  2. Always allow    ',
        '  3. Perhaps',
        '  4. Reject (n)',
        '  Esc closes without an answer',
      ].join('\n'),
    );
    made.quiet = true;
    expect(made.screen()).toBe(
      [
        '? Cut?',
        '❯ 1. Allow (y)',
        '  2. Always allow (a)',
        '  3. Perhaps',
        '  4. Reject (n)',
        '  Enter or the number chooses, Esc closes without an answer',
      ].join('\n'),
    );
  });

  test('a repeated key does not allow lines that were not shown', () => {
    const made = stand({ description: 'A line.\n'.repeat(100) });
    made.screen();
    made.quiet = true;
    made.press('y');
    made.quiet = false;
    expect(made.screen()).toMatch(/\d+ lines were not shown: Space scrolls$/mu);
    made.press('y', 'y');
    expect(made.answers).toEqual([]);
    made.quiet = true;
    made.press('\u001b[B');
    expect(made.screen()).toContain('the same key again allows it unseen');
    made.press('y');
    expect(made.answers).toEqual(['once']);
  });
});

describe('an option that is not visible', () => {
  test('is not allowed by its number, but shown', () => {
    const made = stand();
    made.quiet = true;
    expect(made.screen(4, 40)).not.toContain('Always allow');
    made.press('2');
    expect(made.answers).toEqual([]);
    const screen = made.screen(4, 40);
    expect(screen).toContain('❯ 2. Always allow (a)');
    expect(screen).toContain('That option was not visible');
    made.press('2');
    expect(made.answers).toEqual(['always']);
  });

  test('in full cannot be allowed, only refused', () => {
    const name = `${'Allow everything '.repeat(100)}for ever`;
    const made = stand({ options: [{ optionId: 'all', name, kind: 'allow_always' }, ...options] });
    made.quiet = true;
    made.screen();
    made.press('\r', '1', 'a', '\r');
    expect(made.answers).toEqual([]);
    made.press('n');
    expect(made.answers).toEqual(['no']);
  });
});

describe('a question in a small terminal', () => {
  test('has its options in one row, unless a name could be read as two options', () => {
    const made = stand({ description: 'A line.\n'.repeat(100) });
    made.quiet = true;
    expect(made.screen(8).split('\n').at(-2)).toBe('❯ 1. Allow (y)   2. Always allow (a)   3. Perhaps   4. Reject (n)');
    expect(made.screen(30)).toContain('\n  4. Reject (n)\n');
    const odd = { optionId: 'odd', name: 'No   2. Yes', kind: 'allow_once' };
    const other = stand({ description: 'A line.\n'.repeat(100), options: [odd, ...options.slice(3)] });
    other.quiet = true;
    expect(other.screen(8)).toContain('❯ 1. No   2. Yes [allows it] (y)\n  2. Reject (n)\n');
  });

  const command = Array.from({ length: 24 }, (_, index) => `rm -rf /bed/${index}`).join('\n');
  const long = { kind: 'execute', command, cwd: '/garden' };

  test.each([
    [4, 19],
    [5, 19],
    [4, 40],
    [4, 58],
  ])('of %i rows and %i columns is not allowed unseen by any number of keys', (rows, width) => {
    const made = stand(long);
    made.quiet = true;
    for (const key of ['y', 'y', 'y', '1', '\r', 'y']) {
      expect(made.screen(rows, width)).not.toContain('unseen');
      made.press(key);
    }
    expect(made.screen(rows, width).split('\n').length).toBeLessThanOrEqual(rows);
    expect(made.screen(rows, width).replaceAll(/\s+/gu, ' ')).toMatch(
      /Enlarge the terminal to answer|What is asked was not visible: Space shows it, then choose again/u,
    );
    expect(made.answers).toEqual([]);
    made.press('n');
    expect(made.answers).toEqual(['no']);
  });

  test.each([
    [4, 19],
    [4, 58],
    [10, 30],
  ])('of %i rows and %i columns is allowed after all of it was scrolled through', (rows, width) => {
    const made = stand(long);
    made.quiet = true;
    made.screen(rows, width);
    made.press('y');
    expect(made.answers).toEqual([]);
    for (let page = 0; page < 100; page += 1) {
      made.press(' ');
      made.screen(rows, width);
    }
    made.press('y');
    expect(made.answers).toEqual(['once']);
  });

  test.each([60, 40, 30])('shows the whole sentence about what is not visible, in %i columns', (width) => {
    const made = stand(long);
    made.quiet = true;
    made.screen(16, width);
    made.press('y');
    expect(made.screen(16, width).replaceAll(/\s+/gu, ' ')).toMatch(
      /\d+ lines were not shown: Space scrolls, the same key again allows it unseen/u,
    );
    made.press('y');
    expect(made.answers).toEqual(['once']);
  });

  test('is not allowed by a key that comes before the sentence is on the screen', () => {
    const made = stand(long);
    made.quiet = true;
    made.screen();
    made.press('y', 'y', 'y');
    expect(made.answers).toEqual([]);
    made.screen();
    made.press('y');
    expect(made.answers).toEqual(['once']);
  });
});
