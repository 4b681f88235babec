import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { VirtualClock } from '@acp-stack/testing';

import { defaultHttpLimits } from '../wire/limits.ts';
import { WebSocketLink } from './web-socket-link.ts';

let server: WebSocketServer;
let client: WebSocket;
let link: WebSocketLink;
let writes: number;
let received: string[];

beforeEach(async () => {
  received = [];
  writes = 0;
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const connected = once(server, 'connection');
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.on('message', (data: Buffer) => received.push(data.toString()));
  await once(client, 'open');
  const [webSocket, { socket }] = (await connected) as [WebSocket, IncomingMessage];
  const write = socket.write.bind(socket);
  socket.write = ((...args: Parameters<typeof write>) => {
    writes += 1;
    return write(...args);
  }) as typeof socket.write;
  link = new WebSocketLink(webSocket, socket, { limits: defaultHttpLimits, clock: new VirtualClock() });
});

afterEach(() => {
  link.terminate();
  client.terminate();
  server.close();
});

describe('what a link sends', () => {
  test('arrives in order and before the goodbye, short or long, in whatever language', async () => {
    const texts = [
      '{}',
      'ü'.repeat(40),
      'x'.repeat(70_000),
      'z',
      '花'.repeat(30_000),
      'y'.repeat(40_000),
      '🌼',
      'last',
    ];
    for (const text of texts) link.send(text);
    link.close(1000, 'done');
    const [code] = (await once(client, 'close')) as [number];
    expect(code).toBe(1000);
    expect(received).toEqual(texts);
  });

  test('leaves in one write where it is sent in one turn, and counts until then', async () => {
    for (let n = 0; n < 100; n += 1) link.send(`message ${n}`);
    expect(writes).toBe(0);
    expect(link.unsentBytes).toBeGreaterThan(1000);
    await once(client, 'message');
    expect(writes).toBe(1);
    expect(link.unsentBytes).toBe(0);
  });

  test('does not wait for the end of the turn where it is much', () => {
    for (let n = 0; n < 100; n += 1) link.send('x'.repeat(2000));
    expect(writes).toBe(3);
  });

  test('is dropped when the socket is', async () => {
    const closed = once(client, 'close');
    link.send('never read');
    link.terminate();
    await closed;
    expect([received, writes, link.unsentBytes]).toEqual([[], 0, 0]);
  });
});
