import { expect, test } from 'vitest';

import { textOfLine } from '../../../tui/styled-line.ts';
import { OpenUrlPanel } from './open-url-panel.ts';

const drawn = (page: object, rows = 20): readonly string[] =>
  new OpenUrlPanel({
    page: { message: 'Log in', url: 'https://example.org/', host: 'example.org', warnings: [], ...page } as never,
    done: () => undefined,
    counts: () => true,
  })
    .draw({ width: 60, rows })
    .lines.map(textOfLine);

test('the address and its host are visible however long the message is', () => {
  const lines = drawn({ message: 'All is well.\n'.repeat(500), warnings: [{ message: 'Not encrypted.' }] });
  expect(lines).toHaveLength(20);
  expect(lines.slice(-4)).toEqual([
    '  Page: https://example.org/',
    '  Host: example.org',
    '! Not encrypted.',
    '  y opens it in the browser, n declines, Esc closes',
  ]);
});

test('what is invisible in the message and the address is marked', () => {
  const lines = drawn({ message: 'Log\u200B in', url: 'https://example.org/\u202Ea' });
  expect(lines).toEqual(expect.arrayContaining(['? Log⟨200B⟩ in', '  Page: https://example.org/⟨202E⟩a']));
});

test('a yes counts after the quiet time, a no at once', () => {
  const answers: string[] = [];
  let counts = false;
  const page = { message: 'Log in', url: 'https://example.org/', host: 'example.org', warnings: [] };
  const panel = new OpenUrlPanel({ page: page as never, done: (answer) => answers.push(answer), counts: () => counts });
  const press = (text: string): void =>
    panel.press({ name: 'text', text, isControl: false, isAlt: false, isShift: false });
  const foot = (): string => textOfLine(panel.draw({ width: 60, rows: 20 }).lines.at(-1) ?? []);
  expect(foot()).toBe('  n declines, Esc closes');
  press('y');
  expect(answers).toEqual([]);
  press('n');
  expect(answers).toEqual(['decline']);
  counts = true;
  expect(foot()).toBe('  y opens it in the browser, n declines, Esc closes');
  press('y');
  expect(answers).toEqual(['decline', 'open']);
});
