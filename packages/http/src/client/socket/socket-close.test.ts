import { describe, expect, test } from 'vitest';

import { closeError, socketName } from './socket-close.ts';

const origin = 'ws://127.0.0.1:1';

describe('a closed socket', () => {
  test.each([1002, 1003, 1008, 1009, 1011, 1012, 1013, 1014, 4000])('with %i says what to do', (code) => {
    expect(closeError({ code, reason: 'because' }, socketName)).toMatchObject({
      code: 'refused',
      message: expect.stringMatching(
        new RegExp(`^The server closed the WebSocket with ${code} \\(because\\): .+; .+\\.$`, 'u'),
      ) as string,
    });
  });

  test('of a server that shuts down is lost', () => {
    expect(closeError({ code: 1001, reason: '' }, socketName)).toMatchObject({ code: 'lost' });
  });

  test.each([
    ['The server is shutting down.', 'The server is shutting down; connect again when it is back.'],
    ['', 'The server is shutting down; connect again when it is back.'],
    ['Spring cleaning.', 'The server is shutting down (Spring cleaning); connect again when it is back.'],
  ])('of a server that shuts down for the reason %j says so once', (reason, words) => {
    expect(closeError({ code: 1001, reason }, socketName).message).toBe(words);
  });

  test('that was refused says so with the status', () => {
    expect(closeError({ code: 1006, reason: '', status: 404 }, origin)).toMatchObject({
      code: 'refused',
      status: 404,
      message: expect.stringMatching(
        /^The server responded with 404 to the WebSocket upgrade: .+; check the path/,
      ) as string,
    });
    expect(closeError({ code: 1006, reason: '', status: 401 }, origin)).toMatchObject({ code: 'unauthorized' });
    const moved = closeError({ code: 1006, reason: '', status: 301, location: 'wss://there' }, origin);
    expect(moved.message).toMatch(/redirect to wss:\/\/there/);
  });

  test('that never opened tells why', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(closeError({ code: 1006, reason: '', error }, origin).message).toMatch(/^No server listens at ws:/);
    expect(closeError({ code: 1006, reason: '' }, origin).message).toMatch(/the WebSocket did not open/);
  });
});
