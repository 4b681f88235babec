import { describe, expect, test } from 'vitest';

import { mergedEnvironment, variableOf } from './environment.ts';

describe('environments', () => {
  const ours = { Path: String.raw`C:\Windows`, HOME: 'C:\\mira', SECRET: 'rose' };

  test('are merged name by name where names differ in case', () => {
    expect(mergedEnvironment([{ path: 'a' }, { PATH: 'b' }], 'linux')).toEqual({ path: 'a', PATH: 'b' });
    expect(mergedEnvironment([{ path: 'a' }, { path: undefined }], 'darwin')).toEqual({});
  });

  test('have each variable of Windows once, in the spelling and with the value of the last', () => {
    expect(mergedEnvironment([ours, { PATH: 'D:\\bin' }], 'win32')).toEqual({
      HOME: 'C:\\mira',
      SECRET: 'rose',
      PATH: 'D:\\bin',
    });
  });

  test('lose a variable of Windows that is removed in another spelling', () => {
    expect(mergedEnvironment([ours, { secret: undefined }], 'win32')).toEqual({ Path: ours.Path, HOME: 'C:\\mira' });
  });

  test('are asked for a variable of Windows in any spelling', () => {
    expect(variableOf(ours, 'PATH', 'win32')).toBe(ours.Path);
    expect(variableOf(ours, 'PATH', 'linux')).toBeUndefined();
    expect(variableOf({ Path: 'a', PATH: undefined }, 'path', 'win32')).toBe('a');
  });
});
