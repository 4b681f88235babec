import { describe, expect, test } from 'vitest';

import { settled, VirtualClock } from '@acp-stack/testing';

import { Credentials, type CredentialOptions } from '../connect/credentials.ts';
import { SocketDialer } from './socket-dialer.ts';
import { SocketServer } from '../socket-server.test-support.ts';
import type { OpenSocket } from './socket.ts';

interface Fixture {
  readonly clock: VirtualClock;
  readonly server: SocketServer;
  readonly told: unknown[];
  readonly giveUp: () => void;
}

async function dial(options: CredentialOptions = {}, openSocket?: OpenSocket): Promise<Fixture> {
  const clock = new VirtualClock();
  const server = new SocketServer();
  const told: unknown[] = [];
  const dialer = new SocketDialer({
    address: 'ws://127.0.0.1:1/acp',
    openSocket: openSocket ?? server.open,
    credentials: new Credentials(options, { clock, answerTimeout: 100 }),
    clock,
    answerTimeout: 100,
  });
  const giveUp = dialer.dial({
    opened: () => void told.push('opened'),
    failed: ({ code, status }) => void told.push([code, status]),
    closed: ({ code }) => void told.push(code),
    text: (text) => void told.push(text),
    alive: () => undefined,
    drained: () => undefined,
  });
  await settled();
  return { clock, server, told, giveUp };
}

describe('dialling', () => {
  test('tells that the socket is open, what it brings, and that it is closed, once each', async () => {
    const { clock, server, told } = await dial();
    server.last.events.opened();
    server.last.arrive({});
    server.last.drop({ code: 1000, reason: '' });
    server.last.drop();
    await clock.advance(1000);
    expect(told).toEqual(['opened', '{}', 1000]);
    expect(clock.pending).toBe(0);
  });

  test('gives up a socket that does not open in time', async () => {
    const { clock, server, told } = await dial();
    await clock.advance(100);
    expect(server.last.isAborted).toBe(true);
    expect(told).toEqual([['unreachable', undefined]]);
  });

  test('tells nothing more when it was given up', async () => {
    const { clock, server, told, giveUp } = await dial();
    giveUp();
    server.last.events.opened();
    await clock.advance(1000);
    expect(server.last.isAborted).toBe(true);
    expect(told).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test('asks for another token once when one is refused', async () => {
    let count = 0;
    const token = (): string => `token-${(count += 1)}`;
    const { server, told } = await dial({ token });
    server.last.drop({ code: 1006, reason: '', status: 401 });
    await settled();
    expect(server.sockets.map(({ headers }) => headers['authorization'])).toEqual(['Bearer token-1', 'Bearer token-2']);
    server.last.drop({ code: 1006, reason: '', status: 401 });
    await settled();
    expect(told).toEqual([['unauthorized', 401]]);
  });

  test('returns cookies that came with a refusal', async () => {
    const { server } = await dial({ token: (refused) => (refused === undefined ? 'old' : 'new') });
    server.last.events.cookies(['node=7']);
    server.last.drop({ code: 1006, reason: '', status: 401 });
    await settled();
    expect(server.last.headers['cookie']).toBe('node=7');
  });

  test('fails when there is no token, and when no socket can be made', async () => {
    const silent = await dial({ token: () => Promise.reject(new Error('signed out')) });
    expect(silent.told).toEqual([['unauthorized', undefined]]);
    const broken = await dial({}, () => {
      throw new Error('no sockets here');
    });
    expect(broken.told).toEqual([['unreachable', undefined]]);
  });
});
