import { expect, test } from 'vitest';

import { KeyReader } from '../../../tui/key.ts';
import { textOfLine } from '../../../tui/styled-line.ts';
import { ListPanel, type ListPanelOptions } from './list-panel.ts';

const models = [
  { value: 1, label: 'haiku', group: 'Fast' },
  { value: 2, label: 'mini', group: 'Fast' },
  { value: 3, label: 'opus', group: 'Slow' },
];

function listOf(options: Partial<ListPanelOptions<number>> = {}): {
  readonly press: (keys: string) => void;
  readonly shown: (rows?: number) => readonly string[];
  readonly chosen: unknown[];
} {
  const chosen: unknown[] = [];
  const panel = new ListPanel<number>({
    title: 'Model',
    items: models,
    canSearch: false,
    done: (answer) => chosen.push(answer?.value),
    redraw: () => undefined,
    ...options,
  });
  return {
    chosen,
    press: (keys) => {
      for (const key of new KeyReader().read(keys)) panel.press(key);
    },
    shown: (rows = 20) => panel.draw({ width: 60, rows }).lines.map(textOfLine),
  };
}

test('each group stands below its name, and the numbers go on', () => {
  const { shown, press, chosen } = listOf();
  expect(shown()).toEqual([
    'Model',
    '  Fast',
    '❯ 1. haiku',
    '  2. mini',
    '  Slow',
    '  3. opus',
    '  Enter chooses, Esc closes',
  ]);
  press('3');
  expect(chosen).toEqual([3]);
});

test('a list that does not fit keeps the selected item visible, and counts', () => {
  const { shown, press } = listOf();
  press('\u001b[B\u001b[B');
  expect(shown(4)).toEqual(['Model', '  Slow', '❯ 3. opus', '  Enter chooses, Esc closes · 3 of 3']);
});

test('a search counts its matches, also by the name of a group', () => {
  const { shown, press } = listOf({ canSearch: true });
  press('fast');
  expect(shown()).toEqual([
    'Model',
    '  Search: fast',
    '  Fast',
    '❯ haiku',
    '  mini',
    '  Enter chooses, Esc closes · 1 of 2',
  ]);
});
