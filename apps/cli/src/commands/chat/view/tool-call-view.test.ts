import type { SessionUpdate } from '@acp-stack/sdk';
import { emptyTranscript, findEntry, fold, type ToolCallEntry } from '@acp-stack/transcript';
import { describe, expect, test } from 'vitest';

import { textOfLine } from '../../../tui/styled-line.ts';
import { entryText } from '../plain-text/entry-text.ts';
import { toolCallView } from './tool-call-view.ts';

/** The lines of a tool call on the screen, and as a screen reader hears it. */
function shown(fields: object): { readonly screen: string[]; readonly heard: string } {
  const transcript = fold(emptyTranscript(), {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'c',
    title: 'cat',
    status: 'completed',
    ...fields,
  });
  const entry = findEntry(transcript, 'tool_call', 'c') as ToolCallEntry;
  const options = { cwd: '/', isVerbose: false, width: 80, tick: 0 };
  return {
    screen: toolCallView(entry, transcript, options).map(textOfLine),
    heard: entryText(entry, transcript, options),
  };
}

describe('a tool call that reports its result only as raw output', () => {
  test('shows it, without its control sequences', () => {
    const { screen, heard } = shown({ rawOutput: 'red \u001b[31mrose\u001b[0m\u001b[2J\n' });
    expect(screen).toEqual(['✓ cat', '  red rose']);
    expect(heard).toBe('Tool call completed: cat\nred rose');
  });

  test('shows the first lines of a long one, and all of one that failed', () => {
    const rawOutput = { stdout: Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n') };
    expect(shown({ rawOutput }).screen.at(-1)).toBe('  … 24 more lines');
    expect(shown({ rawOutput }).heard).toMatch(/20 more lines; \/details reads out everything\.$/u);
    expect(shown({ rawOutput, status: 'failed' }).screen.at(-1)).toBe('  line 29');
  });

  test('counts one line as one line', () => {
    const output = (count: number): object => ({
      rawOutput: Array.from({ length: count }, (_, line) => `line ${line}`).join('\n'),
    });
    expect(shown(output(7)).screen.at(-1)).toBe('  … 1 more line');
    expect(shown(output(11)).heard).toMatch(/\n1 more line; \/details reads out everything\.$/u);
  });

  test('shows it once when content says the same', () => {
    const content = [{ type: 'content', content: { type: 'text', text: 'rose' } }];
    expect(shown({ content, rawOutput: 'rose' }).screen).toEqual(['✓ cat', '  rose']);
  });
});

test.each([
  [12, '2 earlier lines; /details reads out everything.\nOutput: line 2\n'],
  [11, '1 earlier line; /details reads out everything.\nOutput: line 1\n'],
  [10, 'Output: line 0\n'],
])('the output of a terminal with %i lines is read out from the last ten, which is said', (count, start) => {
  const data = Array.from({ length: count }, (_, line) => `line ${line}\n`).join('');
  const transcript = [
    { sessionUpdate: 'terminal_update', terminalId: 't', output: { data: Buffer.from(data).toString('base64') } },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      title: 'ls',
      content: [{ type: 'terminal', terminalId: 't' }],
    },
  ].reduce((before, update) => fold(before, update as SessionUpdate), emptyTranscript());
  const entry = findEntry(transcript, 'tool_call', 'c') as ToolCallEntry;
  const heard = (isVerbose: boolean): string => entryText(entry, transcript, { cwd: '/', isVerbose });
  expect(heard(false)).toContain(`: ls\n${start}`);
  expect(heard(true)).toContain(': ls\nOutput: line 0\n');
});

describe('the command of a tool call', () => {
  const command = 'rm -rf beds\necho \u001b[2Jdone';

  test('is in the record if the title does not say it', () => {
    const call = { title: 'Run a command', kind: 'execute', rawInput: { command } };
    expect(shown(call).screen).toEqual(['✓ Run a command', '  $ rm -rf beds', '  > echo ␛[2Jdone']);
    expect(shown(call).heard).toBe('Tool call completed: Run a command\nCommand: rm -rf beds␊echo ␛[2Jdone');
    expect(shown({ ...call, status: 'failed' }).screen).toContain('  $ rm -rf beds');
  });

  test('is not repeated if the title says it, and not looked for in other kinds of work', () => {
    expect(shown({ title: 'ls -l', kind: 'execute', rawInput: { command: ['ls', '-l'] } }).screen).toEqual(['✓ ls -l']);
    expect(shown({ kind: 'search', rawInput: { command } }).screen).toEqual(['✓ cat']);
  });

  test('is cut if it is long, and says so', () => {
    const rawInput = { command: Array.from({ length: 30 }, (_, line) => `echo ${line}`).join('\n') };
    const { screen } = shown({ title: 'Run', kind: 'execute', rawInput });
    expect(screen.length).toBe(26);
    expect(screen.at(-1)).toBe('  … 6 more lines, Ctrl+L shows them');
  });
});
