import { expect, test } from 'vitest';

import { ContextWarning } from './context-warning.ts';

const at = (warning: ContextWarning, percent: number): string | undefined =>
  warning.report({ used: percent * 1000, size: 100_000 });

test('each of the three limits is warned about once', () => {
  const warning = new ContextWarning();
  expect(at(warning, 74)).toBeUndefined();
  expect(at(warning, 75)).toBe(
    'The context is 75% full (75k of 100k tokens). /compact continues with a summary, /new starts with an empty context.',
  );
  expect(at(warning, 89)).toBeUndefined();
  expect(at(warning, 90)).toContain('The context is 90% full');
  expect(at(warning, 97)).toContain('97% full (97k of 100k tokens). The agent may soon stop or forget the beginning.');
  expect(at(warning, 99)).toBeUndefined();
});

test('a jump over several limits is one warning', () => {
  const warning = new ContextWarning();
  expect(at(warning, 96)).toContain('96% full');
  expect(at(warning, 96)).toBeUndefined();
});

test('the warnings begin again when the context has shrunk', () => {
  const warning = new ContextWarning();
  at(warning, 95);
  expect(at(warning, 10)).toBeUndefined();
  expect(at(warning, 80)).toContain('80% full');
});

test('a context without a size, and that of a session that was opened, is not warned about', () => {
  const warning = new ContextWarning();
  expect(warning.report({ used: 5, size: 0 })).toBeUndefined();
  warning.restart({ used: 96, size: 100 });
  expect(at(warning, 97)).toBeUndefined();
});
