import { expect, test } from 'vitest';

import { ToolNames } from './tool-names.ts';

test('names of tools fit every model, differ, and stay', () => {
  const names = new ToolNames();
  const given = [
    names.nameOf(0, 'my server', 'read file'),
    names.nameOf(1, 'my server', 'read file'),
    names.nameOf(2, 'my', 'server_read_file'),
    names.nameOf(3, 's', 'x'.repeat(100)),
    names.nameOf(4, 's', 'x'.repeat(100)),
    names.nameOf(5, 'grün', '🌱'),
  ];
  expect(given[0]).toBe('mcp_my_server_read_file');
  expect(new Set(given).size).toBe(given.length);
  for (const name of given) expect(name).toMatch(/^[\w-]{1,64}$/u);
  expect(names.nameOf(1, 'my server', 'read file')).toBe(given[1]);
});
