/** What would be started on Windows; the command lines were never run on that system. */
import { describe, expect, test } from 'vitest';

import type { ProgramPlace } from './program-file.ts';
import { shellCommand, systemCommand, windowsTool } from './system-command.ts';

const env = { PATH: String.raw`C:\bin;C:\node`, Pathext: '.EXE;.CMD', COMSPEC: String.raw`C:\Windows\cmd.exe` };

/** A Windows machine on which these files exist. */
const machine = (...files: readonly string[]): ProgramPlace => ({
  cwd: String.raw`C:\work`,
  env,
  platform: 'win32',
  isProgram: (path) => files.includes(path),
});

describe('a command on Windows', () => {
  test('that is a program is started by its absolute path', () => {
    expect(systemCommand('node', ['a b'], machine(String.raw`C:\node\node.exe`))).toEqual({
      command: String.raw`C:\node\node.exe`,
      args: ['a b'],
      env,
      isVerbatim: false,
    });
  });

  test('that is a script is run by cmd.exe, which does not look into the working directory', () => {
    expect(systemCommand('npx', ['-y', 'an agent', 'a&b'], machine(String.raw`C:\node\npx.cmd`))).toEqual({
      command: String.raw`C:\Windows\cmd.exe`,
      args: ['/e:on', '/v:off', '/d', '/s', '/c', String.raw`""C:\node\npx.cmd" "-y" "an agent" "a&b""`],
      env: { ...env, NoDefaultCurrentDirectoryInExePath: '1' },
      isVerbatim: true,
    });
  });

  test('that is a script takes no line breaks', () => {
    expect(() => systemCommand('npx', ['a\nb'], machine(String.raw`C:\node\npx.cmd`))).toThrow('line break');
  });

  test('that is not in PATH is not found, even if the working directory has it', () => {
    const planted = machine(String.raw`C:\work\nope.exe`);
    expect(() => systemCommand('nope', [], planted)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});

describe('a line for the shell', () => {
  test('is read by cmd.exe on Windows, and by sh elsewhere', () => {
    expect(shellCommand('dir "a b" & echo %x%', { env, platform: 'win32' })).toMatchObject({
      command: String.raw`C:\Windows\cmd.exe`,
      args: ['/d', '/s', '/c', '"dir "a b" & echo %x%"'],
      env: { NoDefaultCurrentDirectoryInExePath: '1' },
      isVerbatim: true,
    });
    expect(shellCommand('ls "a b"', { env, platform: 'darwin' })).toMatchObject({
      command: '/bin/sh',
      args: ['-c', 'ls "a b"'],
      isVerbatim: false,
    });
  });

  test('is never read by a cmd.exe of the working directory', () => {
    for (const ComSpec of [undefined, '', 'cmd.exe', String.raw`.\cmd.exe`]) {
      const { command } = shellCommand('dir', { env: { ComSpec, SYSTEMROOT: 'D:\\Win' }, platform: 'win32' });
      expect(command).toBe(String.raw`D:\Win\System32\cmd.exe`);
    }
  });
});

test('a tool of Windows is in the folder of the system, wherever that is', () => {
  expect(windowsTool('taskkill.exe', {})).toBe(String.raw`C:\Windows\System32\taskkill.exe`);
  expect(windowsTool('taskkill.exe', { systemroot: 'E:\\W' })).toBe(String.raw`E:\W\System32\taskkill.exe`);
});

test('a command on other systems is left as it is', () => {
  for (const platform of ['linux', 'darwin'] as const) {
    const place = { ...machine(), platform };
    expect(systemCommand('nope', ['a&b'], place)).toEqual({ command: 'nope', args: ['a&b'], env, isVerbatim: false });
  }
});
