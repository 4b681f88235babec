import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

import { describe, expect, test } from 'vitest';

import { networkOf, SocketLimit } from './socket-limit.ts';

const from = (remoteAddress: string): Socket => Object.assign(new EventEmitter(), { remoteAddress }) as Socket;

describe('the limit of sockets', () => {
  test('turns away what is too much from one address, and what is too much altogether', () => {
    const socketLimit = new SocketLimit({ sockets: 3, socketsPerAddress: 2 });
    const first = from('10.0.0.1');
    expect([first, from('10.0.0.1'), from('10.0.0.1')].map((socket) => socketLimit.admit(socket))).toEqual([
      undefined,
      undefined,
      429,
    ]);
    expect([from('10.0.0.2'), from('10.0.0.3')].map((socket) => socketLimit.admit(socket))).toEqual([undefined, 503]);
    expect(socketLimit.refused).toBe(2);
    first.emit('close');
    expect(socketLimit.admit(from('10.0.0.1'))).toBeUndefined();
  });

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8::7', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('takes %s for one of %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
