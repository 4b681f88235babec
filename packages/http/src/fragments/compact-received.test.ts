import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';

import { compactReceived } from './compact-received.ts';

let server: WebSocketServer;
let received: WebSocket;
let peer: Socket;

beforeEach(async () => {
  const options: object = { port: 0, host: '127.0.0.1', maxFragments: 0 };
  server = new WebSocketServer(options);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connected = once(server, 'connection');
  peer = connect(port, '127.0.0.1');
  peer.write(
    'GET / HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  [received] = (await connected) as [WebSocket];
});

afterEach(() => {
  peer.destroy();
  received.terminate();
  server.close();
});

interface Kept {
  readonly _buffers: readonly Buffer[];
  readonly _fragments: readonly Buffer[];
}

/** Delivers `bytes` as one read of the socket. */
function read(bytes: Buffer): void {
  const { _socket: socket } = received as unknown as { readonly _socket: Socket };
  socket.emit('data', bytes);
  compactReceived(received);
}

const kept = (): Kept => (received as unknown as { readonly _receiver: Kept })._receiver;
const mask = Buffer.alloc(4);
const byte = (n: number): number => 97 + (n % 26);

function text(size: number): string {
  return Buffer.from(Uint8Array.from({ length: size }, (_, n) => byte(n))).toString();
}

const bytesOf = (buffers: readonly Buffer[]): number => buffers.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

describe('a message that arrives', () => {
  const size = 200_000;

  test('byte by byte is kept in few buffers of about its size', async () => {
    const head = Buffer.alloc(10);
    head.writeUInt16BE(0x81_ff, 0);
    head.writeBigUInt64BE(BigInt(size), 2);
    read(Buffer.concat([head, mask]));
    const message = once(received, 'message') as Promise<[Buffer]>;
    for (let n = 0; n < size; n += 1) {
      if (n === size - 1) {
        expect(kept()._buffers.length).toBeLessThan(25);
        expect(bytesOf(kept()._buffers)).toBeLessThan(4 * size);
      }
      read(Buffer.of(byte(n)));
    }
    const [data] = await message;
    expect(data.toString()).toBe(text(size));
  });

  test('in fragments of one byte is kept in few buffers of about its size', async () => {
    const message = once(received, 'message') as Promise<[Buffer]>;
    for (let n = 0; n < size; n += 1) {
      const isLast = n === size - 1;
      if (isLast) {
        expect(kept()._fragments.length).toBeLessThan(25);
        expect(bytesOf(kept()._fragments)).toBeLessThan(4 * size);
      }
      read(Buffer.of((isLast ? 0x80 : 0) | (n === 0 ? 1 : 0), 0x81, ...mask, byte(n)));
    }
    const [data] = await message;
    expect(data.toString()).toBe(text(size));
  });

  test('in many fragments of one read is kept in one buffer', () => {
    const fragment = (n: number): Buffer => Buffer.of(n === 0 ? 1 : 0, 0x81, ...mask, byte(n));
    read(Buffer.concat(Array.from({ length: 9000 }, (_, n) => fragment(n))));
    expect(kept()._fragments.map(({ length }) => length)).toEqual([9000]);
  });

  test('in large parts is not copied', () => {
    const head = Buffer.alloc(10);
    head.writeUInt16BE(0x81_ff, 0);
    head.writeBigUInt64BE(1_000_000n, 2);
    read(Buffer.concat([head, mask]));
    const parts = Array.from({ length: 10 }, () => Buffer.alloc(65_536, 97));
    for (const part of parts) read(part);
    expect(kept()._buffers.map((buffer) => parts.findIndex((part) => part === buffer))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
  });
});
