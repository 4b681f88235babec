import { describe, expect, test } from 'vitest';

import { httpAddress, socketAddress } from './address.ts';

describe.each([
  ['requests', httpAddress],
  ['a WebSocket', socketAddress],
])('the address for %s', (_what, addressOf) => {
  test.each(['nonsense', '', '//host/acp'])('refuses %j and says how to write one', (url) => {
    expect(() => addressOf(url)).toThrow(
      new TypeError(`"${url}" is not a valid address; write it in full, such as https://host/acp.`),
    );
  });

  test('refuses other ways than those that lead to an agent', () => {
    expect(() => addressOf('ftp://host/acp')).toThrow('use http:, https:, ws: or wss:');
  });
});
