import { expect, test } from 'vitest';

import { KeyReader } from '../../../tui/key.ts';
import { textOfLine } from '../../../tui/styled-line.ts';
import { InputHistory } from './input-history.ts';
import { InputBox } from './input-box.ts';

test('a picture that fails is told of, and what was pasted is a text', async () => {
  const told: string[] = [];
  const box = new InputBox({
    history: new InputHistory(),
    sources: { commands: () => [], files: async () => [] },
    submit: () => undefined,
    selectPending: () => false,
    picture: async () => Promise.reject(new Error('out of colours')),
    warn: (words) => told.push(words),
    keyLines: () => [],
    redraw: () => undefined,
  });
  const shown = (): readonly string[] => box.draw({ width: 40, rows: 5 }).lines.map(textOfLine);
  for (const key of new KeyReader().read('\u001b[200~/garden/rose.png\u001b[201~')) box.press(key);
  await expect.poll(shown).toContain('❯ /garden/rose.png');
  expect(told).toEqual(['The image could not be read (out of colours); save it again and paste its path.']);
});
