import { describe, expect, test } from 'vitest';

import { valuePosition } from './value-position.ts';

const text = `{
  "agent": { "command": ["a", "b"] },
  "proxies": [
    "redact",
    { "name": "two, [x]", "env": { "A": 1, "my.key": 2 } },
  { "\\u0061": {} }
  ]
}`;

describe('where a value stands', () => {
  test.each([
    ['', 1, 1],
    ['agent', 2, 12],
    ['agent.command[1]', 2, 31],
    ['proxies', 3, 14],
    ['proxies[0]', 4, 5],
    ['proxies[1].name', 5, 15],
    ['proxies[1].env', 5, 34],
    ['proxies[1].env.A', 5, 41],
    ['proxies[1].env.my.key', 5, 54],
    ['proxies[2].a', 6, 15],
  ])('%j', (path, line, column) => {
    expect(valuePosition(text, path)).toEqual({ line, column });
  });

  test.each([
    ['proxies[1].cwd', 5, 5],
    ['proxies[7]', 3, 14],
    ['agent.command.x', 2, 25],
  ])('%j is missing: the value that should have it', (path, line, column) => {
    expect(valuePosition(text, path)).toEqual({ line, column });
  });
});
