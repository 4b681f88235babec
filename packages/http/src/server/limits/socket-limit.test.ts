import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

import { describe, expect, test } from 'vitest';

import { networkOf, SocketLimit } from './socket-limit.ts';

let ports = 0;
const from = (remoteAddress: string): Socket => {
  const socket = Object.assign(new EventEmitter(), { remoteAddress, remotePort: (ports += 1), isGone: false });
  return Object.assign(socket, { destroy: () => void (socket.isGone = true) }) as unknown as Socket;
};
const isGone = (socket: Socket): boolean => (socket as Socket & { isGone: boolean }).isGone;

/** A socket on which a request has arrived. */
function busy(socketLimit: SocketLimit, address: string): Socket {
  const socket = from(address);
  expect(socketLimit.admit(socket)).toBeUndefined();
  socketLimit.heard({ remoteAddress: socket.remoteAddress, remotePort: socket.remotePort });
  return socket;
}

describe('the limit of sockets', () => {
  test('turns away what is too much from one address, and what is too much altogether', () => {
    const socketLimit = new SocketLimit({ sockets: 3, socketsPerAddress: 2 });
    const first = busy(socketLimit, '10.0.0.1');
    busy(socketLimit, '10.0.0.1');
    expect(socketLimit.admit(from('10.0.0.1'))).toBe(429);
    busy(socketLimit, '10.0.0.2');
    expect(socketLimit.admit(from('10.0.0.3'))).toBe(503);
    expect(socketLimit.refused).toBe(2);
    first.emit('close');
    expect(socketLimit.admit(from('10.0.0.1'))).toBeUndefined();
  });

  test('closes the oldest socket without a request for a new one, and none that has sent one', () => {
    const socketLimit = new SocketLimit({ sockets: 4, socketsPerAddress: 3 });
    const working = busy(socketLimit, '127.0.0.1');
    const silent = Array.from({ length: 1500 }, () => from('127.0.0.1'));
    expect(silent.every((socket) => socketLimit.admit(socket) === undefined)).toBe(true);
    const last = silent.slice(-2);
    expect(silent.map(isGone)).toEqual(silent.map((socket) => !last.includes(socket)));
    const other = busy(socketLimit, '127.0.0.1');
    expect([working, other].map(isGone)).toEqual([false, false]);
    expect(last.map(isGone)).toEqual([true, false]);
    busy(socketLimit, '10.0.0.1');
    busy(socketLimit, '10.0.0.2');
    expect(last.map(isGone)).toEqual([true, true]);
    expect(socketLimit.admit(from('10.0.0.3'))).toBe(503);
    // The end of a closed socket is reported later, and not counted again.
    for (const socket of silent) socket.emit('close');
    expect(socketLimit.admit(from('10.0.0.3'))).toBe(503);
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
