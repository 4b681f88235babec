import { expect, test } from 'vitest';

import { runTerminal } from './run-terminal.ts';

const run = (command: string, args: readonly string[] = []): Promise<{ text: string; exitCode: number | null }> =>
  new Promise((resolve) => {
    let text = '';
    runTerminal(
      { command, args: [...args], env: [{ name: 'FLOWER', value: 'rose' }], cwd: undefined },
      {
        output: (bytes) => (text += new TextDecoder().decode(bytes)),
        exit: ({ exitCode }) => {
          resolve({ text, exitCode: exitCode ?? null });
        },
      },
    );
  });

test('a whole line without arguments is run by the shell', async () => {
  expect(await run('echo one && echo $FLOWER')).toEqual({ text: 'one\nrose\n', exitCode: 0 });
});

test('a program gets its arguments as they are', async () => {
  expect(await run('echo', ['one && echo $FLOWER'])).toEqual({ text: 'one && echo $FLOWER\n', exitCode: 0 });
});

test('a name that is no program is no line', async () => {
  expect(await run('no-such-program')).toEqual({ text: expect.stringContaining('ENOENT') as string, exitCode: 127 });
});
