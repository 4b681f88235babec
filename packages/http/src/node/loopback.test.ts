import { expect, test } from 'vitest';

import { isLoopback } from './loopback.ts';

test.each(['localhost', '127.0.0.1', '127.8.0.9', '::1', '[::1]', new URL('ws://127.1/acp').hostname])(
  '%s is on loopback',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each(['0.0.0.0', '127.example.com', '10.0.0.1', 'agents.example.com', '::', ''])('%s is not', (host) => {
  expect(isLoopback(host)).toBe(false);
});
