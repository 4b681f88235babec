import { expect, test } from 'vitest';

import { ToolNames } from './tool-names.ts';

test('each tool has a name of its own that every model accepts, and keeps it', () => {
  const names = new ToolNames(['my server', 's', 's', 'grün', 'mcp'], ['mcp_mcp_list']);
  const given = [
    names.nameOf(0, 'read file'),
    names.nameOf(0, 'read_file'),
    names.nameOf(1, 'x'.repeat(100)),
    names.nameOf(2, 'x'.repeat(100)),
    names.nameOf(1, 'x'),
    names.nameOf(2, 'x'),
    names.nameOf(3, '🌱'),
    names.nameOf(4, 'list'),
  ];
  expect(given[0]).toBe('mcp_my_server_read_file');
  expect(new Set([...given, 'mcp_mcp_list']).size).toBe(given.length + 1);
  for (const name of given) expect(name).toMatch(/^[\w-]{1,64}$/u);
  expect(names.nameOf(2, 'x')).toBe(given[5]);
});

test('a name means the same tool, whichever server comes first', () => {
  const tools = [
    [0, 'b_c'],
    [1, 'c'],
  ] as const;
  const [names, later] = [new ToolNames(['a', 'a_b']), new ToolNames(['a', 'a_b'])];
  const given = tools.map(([number, tool]) => names.nameOf(number, tool));
  expect(tools.toReversed().map(([number, tool]) => later.nameOf(number, tool))).toEqual(given.toReversed());
  expect(new Set(given).size).toBe(2);
  const reordered = new ToolNames(['a_b', 'a']);
  expect([reordered.nameOf(1, 'b_c'), reordered.nameOf(0, 'c')]).toEqual(given);
});

test('no tool gets the name of another one that was shortened and marked', () => {
  const long = 'x'.repeat(100);
  const [, mark] = /_([\da-f]+)$/u.exec(new ToolNames([long]).nameOf(0, 'tool')) ?? [];
  const names = new ToolNames([long, long.slice(0, 47)]);
  expect(names.nameOf(1, mark ?? '')).not.toBe(names.nameOf(0, 'tool'));
});
