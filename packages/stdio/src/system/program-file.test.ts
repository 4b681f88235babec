/** Where programs are found, with the rules of Windows and macOS on whatever system runs the tests. */
import { describe, expect, test } from 'vitest';

import { programFile, type ProgramPlace } from './program-file.ts';

/** A Windows machine on which these files exist. */
const windows = (...files: readonly string[]): ProgramPlace => ({
  cwd: String.raw`C:\work`,
  env: { Path: String.raw`C:\bin;"C:\Program Files\node"`, PATHEXT: '.COM;.EXE;.BAT;.CMD;.JS' },
  platform: 'win32',
  isProgram: (path) => files.includes(path),
});

const mac = (PATH: string, ...files: readonly string[]): ProgramPlace => ({
  cwd: '/work',
  env: { PATH },
  platform: 'darwin',
  isProgram: (path) => files.includes(path),
});

describe('on Windows', () => {
  test('a name is found in the folders of PATH, with the endings of programs and scripts', () => {
    expect(programFile('git', windows(String.raw`C:\bin\git.exe`))).toBe(String.raw`C:\bin\git.exe`);
    const npx = String.raw`C:\Program Files\node\npx.cmd`;
    expect(programFile('npx', windows(npx))).toBe(npx);
    expect(programFile('npx.cmd', windows(npx))).toBe(npx);
    expect(programFile('tool', windows(String.raw`C:\bin\tool.js`))).toBeUndefined();
  });

  test.each(['git', 'git.exe', 'npx', 'cmd'])('the name %s is never found in the working directory', (name) => {
    const planted = ['.exe', '.cmd', '.bat', '.com', ''].map((ending) => String.raw`C:\work` + `\\${name}${ending}`);
    expect(programFile(name, windows(...planted))).toBeUndefined();
  });

  test.each(['.', '', String.raw`bin`, String.raw`..\bin`, String.raw`\bin`, 'C:', 'C:bin', '%CD%'])(
    'the folder %j of PATH, which depends on the working directory, is not searched',
    (folder) => {
      const place = { ...windows(), env: { PATH: folder }, isProgram: () => true };
      expect(programFile('git', place)).toBeUndefined();
    },
  );

  test('a path begins in the working directory', () => {
    const found = String.raw`C:\work\tools\run.cmd`;
    for (const path of [String.raw`tools\run`, 'tools/run.cmd', String.raw`.\tools\run`, found]) {
      expect(programFile(path, windows(found))).toBe(found);
    }
  });

  test('a share is a folder of PATH like others', () => {
    const file = String.raw`\\server\share\git.exe`;
    expect(programFile('git', { ...windows(file), env: { PATH: String.raw`\\server\share` } })).toBe(file);
  });
});

describe('on macOS', () => {
  test('a name is found in the absolute folders of PATH only', () => {
    const files = ['/usr/bin/git', '/work/git', '/work/bin/git'];
    expect(programFile('git', mac(':.:bin:/usr/bin', ...files))).toBe('/usr/bin/git');
    expect(programFile('git', mac(':.:bin', ...files))).toBeUndefined();
  });

  test('a path begins in the working directory, and a backslash is a letter', () => {
    expect(programFile('./bin/git', mac('', '/work/bin/git'))).toBe('/work/bin/git');
    expect(programFile(String.raw`bin\git`, mac('/usr/bin', String.raw`/usr/bin/bin\git`))).toBe(
      String.raw`/usr/bin/bin\git`,
    );
  });
});

test('the program that runs the tests is found on the disk, and a folder is not a program', () => {
  expect(programFile(process.execPath, { env: {} })).toBe(process.execPath);
  expect(programFile('/', { env: {} })).toBeUndefined();
  expect(programFile('', { env: { PATH: '/' } })).toBeUndefined();
});
