import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { List } from '../collections/list.ts';
import { findEntry } from '../state/selectors.ts';
import { emptyTranscript } from '../state/transcript.ts';
import { fold } from '../updates/fold.ts';
import { rawOutputText, toolCallText } from './tool-output.ts';

const textOf = (rawOutput: unknown): string | undefined => rawOutputText({ content: List.empty(), rawOutput });

describe('the raw output of a tool call', () => {
  test.each([
    ['roses.txt\n', 'roses.txt'],
    [{ output: 'roses\n', metadata: { exit: 0 } }, 'roses'],
    [{ stdout: 'roses', stderr: 'a thorn', exit_code: 1 }, 'roses\na thorn'],
    [{ formatted_output: 'red', stdout: 'r' }, 'red'],
    [
      [
        { type: 'text', text: 'one' },
        { type: 'content', content: { type: 'text', text: 'two' } },
      ],
      'one\ntwo',
    ],
    [{ content: [{ type: 'text', text: 'from MCP' }], isError: false }, 'from MCP'],
    [{ count: 3 }, '{\n  "count": 3\n}'],
    [7, '7'],
    [false, 'false'],
  ])('is shown as text: %j', (rawOutput, text) => {
    expect(textOf(rawOutput)).toBe(text);
  });

  test.each([undefined, null, '', {}, [], '\n'])('that says nothing is not shown: %j', (rawOutput) => {
    expect(textOf(rawOutput)).toBeUndefined();
  });

  test('is not shown beside content, which says the same', () => {
    const content = List.from([{ type: 'content', content: { type: 'text', text: 'roses' } } as const]);
    expect(rawOutputText({ content, rawOutput: 'roses' })).toBeUndefined();
  });

  test('of any depth, and with names that every object has, is read', () => {
    let deep: unknown = 'rose';
    for (let level = 0; level < 3; level += 1) deep = { output: deep };
    expect(textOf(deep)).toBe('rose');
    expect(textOf({ output: [deep] })).toContain('"rose"');
    expect(textOf(JSON.parse('{"__proto__": {"output": "x"}, "constructor": 1}'))).toContain('constructor');
  });
});

describe('what a tool call has come to', () => {
  const textAfter = (...updates: readonly SessionUpdate[]): string | undefined => {
    const transcript = updates.reduce((before, update) => fold(before, update), emptyTranscript());
    const call = findEntry(transcript, 'tool_call', 't');
    return call === undefined ? undefined : toolCallText(transcript, call);
  };
  const call = (fields: object): SessionUpdate => ({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields });

  test('is the text of its content, and what its terminals have printed', () => {
    const terminal: SessionUpdate = { sessionUpdate: 'terminal_update', terminalId: 'x', command: 'ls', cwd: '/' };
    const output: SessionUpdate = { sessionUpdate: 'terminal_output_chunk', terminalId: 'x', data: btoa('roses.txt') };
    const content = [
      { type: 'content', content: { type: 'text', text: 'Listed' } },
      { type: 'content', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
      { type: 'terminal', terminalId: 'x' },
    ];
    expect(textAfter(terminal, output, call({ content, rawOutput: 'not shown' }))).toBe('Listed\nroses.txt');
  });

  test('is the raw output if it has no content, and empty if there is none', () => {
    expect(textAfter(call({ rawOutput: { stdout: 'roses' } }))).toBe('roses');
    expect(textAfter(call({}))).toBe('');
  });
});
