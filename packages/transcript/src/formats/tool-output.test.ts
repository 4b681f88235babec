import { describe, expect, test } from 'vitest';

import { List } from '../collections/list.ts';
import { rawOutputText } from './tool-output.ts';

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
