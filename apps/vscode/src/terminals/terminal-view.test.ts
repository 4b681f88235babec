import { openWorkspace } from '@acp-stack/workspace';
import { expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { TerminalView } from './terminal-view.ts';

let cwd = '';
eachFolder((path) => {
  cwd = path;
});

test('shows the command, its output with the line breaks of a terminal, and how it ended', async () => {
  await using workspace = await openWorkspace({ cwd });
  const terminal = await workspace.terminals.start({ command: 'printf', args: ['one\\ntwo\\r\\n'] });
  let shown = '';
  let exitCode: number | undefined;
  await new TerminalView(terminal).show({
    write: (text) => (shown += text),
    closed: (code) => (exitCode = code),
  });
  // oxlint-disable-next-line no-control-regex -- the codes of colours are what is removed
  const plain = shown.replaceAll(/\u001b\[\d+m/gu, '');
  expect(plain).toMatch(/^\$ printf .*\r\none\r\ntwo\r\n\r\nThe command has ended with code 0\.\r\n$/u);
  expect(exitCode).toBe(0);
});

test('a terminal that the user closes ends its command', async () => {
  await using workspace = await openWorkspace({ cwd });
  const terminal = await workspace.terminals.start({ command: 'sleep', args: ['600'] });
  const view = new TerminalView(terminal);
  const shown = view.show({ write: () => undefined, closed: () => undefined });
  view.close();
  await shown;
  expect((await terminal.waitForExit()).signal).not.toBeNull();
});

test('Ctrl+C in the terminal ends the command, whose name and beginning are the title', async () => {
  await using workspace = await openWorkspace({ cwd });
  const terminal = await workspace.terminals.start({ command: 'sleep', args: ['600', 'x'.repeat(100)] });
  const view = new TerminalView(terminal);
  expect(view.title('gardener')).toMatch(/^gardener: .{40}…$/u);
  view.typed('text');
  view.typed('\u0003');
  expect((await terminal.waitForExit()).exitCode).not.toBe(0);
});
