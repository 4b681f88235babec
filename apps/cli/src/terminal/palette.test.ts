import { describe, expect, test } from 'vitest';

import { captureTerminal } from './captured-terminal.ts';
import { createPalette } from './palette.ts';

const paint = (isTerminal: boolean, env: Record<string, string>): string =>
  createPalette(captureTerminal({ isTerminal }).stdout, env).green('ok');

describe('createPalette', () => {
  test('colours on a terminal', () => {
    expect(paint(true, {})).toBe('\u001b[32mok\u001b[39m');
  });

  test.each([
    ['outside a terminal', false, {}],
    ['with NO_COLOR', true, { NO_COLOR: '1' }],
    ['on a dumb terminal', true, { TERM: 'dumb' }],
    ['with NO_COLOR even if FORCE_COLOR is set', true, { NO_COLOR: '1', FORCE_COLOR: '1' }],
  ])('stays plain %s', (_, isTerminal, env) => {
    expect(paint(isTerminal, env)).toBe('ok');
  });

  test('colours anywhere with FORCE_COLOR', () => {
    expect(paint(false, { FORCE_COLOR: '1' })).toContain('\u001b[32m');
  });
});
