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

test.each(['LD_PRELOAD', 'PATH', 'NODE_OPTIONS'])('%s, which loads code, cannot be set for a command', (name) => {
  const exit = (): void => undefined;
  expect(() =>
    runTerminal(
      { command: 'true', args: [], env: [{ name, value: '/tmp/x' }], cwd: undefined },
      { output: () => undefined, exit },
    ),
  ).toThrow(`The variable ${name} can make a command run other code, so it cannot be set here`);
});
