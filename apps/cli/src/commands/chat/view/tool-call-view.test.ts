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

  test('shows it once when content says the same', () => {
    const content = [{ type: 'content', content: { type: 'text', text: 'rose' } }];
    expect(shown({ content, rawOutput: 'rose' }).screen).toEqual(['✓ cat', '  rose']);
  });
});
