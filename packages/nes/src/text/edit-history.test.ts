import { describe, expect, test } from 'vitest';

import { Text } from './text.ts';
import { EditHistory } from './edit-history.ts';

const uri = 'file:///garden/rose.ts';
const numbered = Array.from({ length: 40 }, (_, index) => `${index}\n`).join('');

/** A document that is typed into. */
function typed(history: EditHistory, initial = numbered) {
  let text = Text.from(initial);
  return (line: number, column: number, inserted: string, at: number) => {
    const before = text;
    text = text.replace({ start: { line, column }, end: { line, column } }, inserted);
    history.note(uri, before, text, at);
  };
}

describe('the history of edits', () => {
  test('takes keystrokes that are close in place and time for one edit', () => {
    const history = new EditHistory();
    const type = typed(history);
    type(0, 1, 'a', 0);
    type(0, 2, 'b', 900);
    type(5, 0, 'c', 1800);
    type(5, 1, 'd', 2900);
    type(30, 0, 'e', 3000);
    const diffs = history.entries().map(({ diff }) => diff.split('\n').filter((line) => /^[+-][^+-]/u.test(line)));
    expect(diffs).toEqual([
      ['-0', '+0ab', '-5', '+c5'],
      ['-c5', '+cd5'],
      ['-30', '+e30'],
    ]);
  });

  test('begins another edit when the user went elsewhere', () => {
    const history = new EditHistory();
    const type = typed(history);
    type(0, 0, 'a', 0);
    history.split();
    type(0, 1, 'b', 1);
    expect(history.entries()).toHaveLength(2);
  });

  test('hands over the latest, and as many as are wanted', () => {
    const history = new EditHistory();
    const type = typed(history);
    for (let at = 0; at < 50; at += 1) type(0, 0, 'x', at * 2000);
    expect(history.entries()).toHaveLength(32);
    expect(history.entries(6)).toHaveLength(6);
    expect(history.entries(1)[0]?.diff).toContain(`+${'x'.repeat(50)}0`);
    expect(history.entries(0)).toEqual([]);
  });

  test('forgets what undid itself, and leaves out what is too long', () => {
    const history = new EditHistory();
    const [before, after] = [Text.from('a'), Text.from('b')];
    history.note(uri, before, after, 0);
    history.note(uri, after, Text.from('a'), 1);
    expect(history.entries()).toEqual([]);
    history.note(uri, before, Text.from('x\n'.repeat(5000)), 5000);
    expect(history.entries()).toEqual([]);
  });

  test('names documents by their path', () => {
    const history = new EditHistory();
    history.note(uri, Text.from('a\n'), Text.from('b\n'), 0);
    expect(history.entries()).toEqual([
      { uri, diff: '--- a/garden/rose.ts\n+++ b/garden/rose.ts\n@@ -1,1 +1,1 @@\n-a\n+b' },
    ]);
  });
});
