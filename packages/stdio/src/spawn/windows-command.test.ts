/** The command lines as text; they were never run on the system they are for. */
import { describe, expect, test } from 'vitest';

import { windowsCommand } from './windows-command.ts';

/** A machine on which these files exist. */
const machine = (...files: readonly string[]): Parameters<typeof windowsCommand>[2] => ({
  cwd: String.raw`C:\work`,
  env: { PATH: String.raw`C:\bin;C:\node`, Pathext: '.EXE;.CMD', COMSPEC: String.raw`C:\Windows\cmd.exe` },
  exists: (path) => files.includes(path),
});

describe('a command on Windows', () => {
  test('that is a program is started as it is', () => {
    expect(windowsCommand('node', ['a b'], machine(String.raw`C:\node\node.exe`))).toEqual({
      command: String.raw`C:\node\node.exe`,
      args: ['a b'],
      isVerbatim: false,
    });
  });

  test('that is a script is run by cmd.exe, with its arguments quoted and escaped twice', () => {
    expect(windowsCommand('npx', ['-y', 'an agent', 'a&b'], machine(String.raw`C:\node\npx.cmd`))).toEqual({
      command: String.raw`C:\Windows\cmd.exe`,
      args: ['/d', '/s', '/c', String.raw`"C:\node\npx.cmd ^^^"-y^^^" ^^^"an^^^ agent^^^" ^^^"a^^^&b^^^""`],
      isVerbatim: true,
    });
  });

  test('keeps backslashes and quotation marks of an argument', () => {
    const { args } = windowsCommand('run.bat', [String.raw`C:\x\ "y"`], machine(String.raw`C:\work\run.bat`));
    expect(args[3]).toBe(String.raw`"C:\work\run.bat ^^^"C:\x\^^^ \^^^"y\^^^"^^^""`);
    const last = windowsCommand('run.bat', ['x\\'], machine(String.raw`C:\work\run.bat`));
    expect(last.args[3]).toBe(String.raw`"C:\work\run.bat ^^^"x\\^^^""`);
  });

  test('that is a script takes no line breaks', () => {
    expect(() => windowsCommand('npx', ['a\nb'], machine(String.raw`C:\node\npx.cmd`))).toThrow('line break');
  });

  test('that is not found stays as it is, for the system to say so', () => {
    expect(windowsCommand('nope', [], machine())).toEqual({ command: 'nope', args: [], isVerbatim: false });
  });
});
