import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';

import { Output } from '../terminal/output.ts';
import { wantedTheme } from '../command-line/wanted-theme.ts';
import { chooseTheme } from './choose-theme.ts';
import { paint } from './paint.ts';
import { line, span } from './styled-line.ts';
import { createTheme, sixteenColours, withoutColours, type ThemeChoice } from './theme.ts';

const output = (isTTY = true): Output => new Output(Object.assign(new Writable(), { isTTY, columns: 80, rows: 24 }));
const env = { TERM: 'xterm-256color' };
const chosen = (choice: ThemeChoice, variables: object, isTTY = true) =>
  chooseTheme(choice, output(isTTY), variables as Record<string, string>);

describe('auto', () => {
  test('uses the colours of the terminal until it has said what its background is', () => {
    const { theme, after } = chosen('auto', env);
    expect(theme.name).toBe('16');
    expect(after?.('11;rgb:1e1e/1e1e/2e2e')?.name).toBe('dark');
    expect(after?.('11;rgb:ff/ff/e0')?.name).toBe('light');
    expect(after?.('11;rgba:ffff/0000/0000/ffff')?.name).toBe('dark');
    for (const other of ['?62;4c', '10;rgb:0/0/0', '11;?', '11;rgb:x/y/z']) expect(after?.(other)).toBeUndefined();
  });

  test('follows COLORFGBG at once, and changes nothing if the terminal says the same', () => {
    const { theme, after } = chosen('auto', { ...env, COLORFGBG: '15;0' });
    expect(theme.name).toBe('dark');
    expect(after?.('11;rgb:00/00/00')).toBeUndefined();
    expect(after?.('11;rgb:ff/ff/ff')?.name).toBe('light');
    expect(chosen('auto', { ...env, COLORFGBG: '0;default;15' }).theme.name).toBe('light');
  });

  test.each([
    [{ TERM: 'xterm' }, true, '16'],
    [{ TERM: 'dumb' }, true, 'none'],
    [{ ...env, NO_COLOR: '1' }, true, 'none'],
    [env, false, 'none'],
  ])('does not ask where it would not help: %j in a terminal: %s', (variables, isTTY, name) => {
    const { theme, after } = chosen('auto', variables, isTTY);
    expect([theme.name, after]).toEqual([name, undefined]);
  });
});

test.each(['dark', 'light', '16', 'none'] as const)('the theme %s is not changed by the terminal', (choice) => {
  const { theme, after } = chosen(choice, env);
  expect([theme.name, after]).toEqual([choice, undefined]);
});

test.each([
  ['light', { ACP_THEME: 'dark', NO_COLOR: '1' }, '16', 'light'],
  [undefined, { ACP_THEME: 'dark', NO_COLOR: '1' }, '16', 'dark'],
  [undefined, { NO_COLOR: '1' }, '16', 'auto'],
  [undefined, { ACP_THEME: '' }, '16', '16'],
  [undefined, {}, undefined, 'auto'],
] as const)('the flag %s, the variables %j and the file %s mean %s', (flag, variables, file, expected) => {
  expect(wantedTheme(flag, variables, file)).toBe(expected);
});

test('a theme that does not exist is named, with its place', () => {
  expect(() => wantedTheme(undefined, { ACP_THEME: 'pink' }, undefined)).toThrow(
    'ACP_THEME must be one of auto, dark, light, 16, none, not "pink"',
  );
  expect(() => wantedTheme(undefined, {}, 'pink')).toThrow('"theme" in the config file must be one of');
});

describe('paint', () => {
  const styled = [span('a', { colour: 'red', isBold: true }), span('b', { ground: 'added' })];

  test('closes every style, and has none without colours', () => {
    expect(paint(styled, sixteenColours)).toBe('\u001b[1;31ma\u001b[0m\u001b[32mb\u001b[0m');
    expect(paint(styled, withoutColours)).toBe('ab');
  });

  test('has 256 colours, or all, in a theme of its own', () => {
    expect(paint(styled, createTheme('dark'))).toBe('\u001b[1;38;5;210ma\u001b[0m\u001b[48;5;22mb\u001b[0m');
    expect(paint(styled, createTheme('light', { hasAllColours: true }))).toBe(
      '\u001b[1;38;2;164;14;38ma\u001b[0m\u001b[48;2;218;251;225mb\u001b[0m',
    );
  });

  test('makes links where the terminal can show them, also without colours', () => {
    const linked = line('rose.md', { link: 'file:///garden/rose.md' });
    expect(paint(linked, createTheme('none', { hasLinks: true }))).toBe(
      '\u001b]8;;file:///garden/rose.md\u001b\\rose.md\u001b]8;;\u001b\\',
    );
    expect(paint(linked, sixteenColours)).toBe('rose.md');
  });
});
