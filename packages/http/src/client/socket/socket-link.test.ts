import { describe, expect, test } from 'vitest';

import { VirtualClock } from '@acp-stack/testing';

import { SocketLink } from './socket-link.ts';
import { FakeSocket } from '../socket-server.test-support.ts';
import type { SocketEvents } from './socket.ts';

const noEvents: SocketEvents = {
  opened: () => undefined,
  cookies: () => undefined,
  text: () => undefined,
  alive: () => undefined,
  drained: () => undefined,
  closed: () => undefined,
};

interface Fixture {
  readonly clock: VirtualClock;
  readonly socket: FakeSocket;
  readonly link: SocketLink;
}

function setUp(canPing = true, askInBand?: () => void): Fixture {
  const clock = new VirtualClock();
  const socket = new FakeSocket({}, noEvents, canPing);
  const link = new SocketLink({
    clock,
    silence: 45_000,
    canAskInBand: askInBand !== undefined,
    askInBand: () => askInBand?.(),
    opened: () => undefined,
    arrived: () => undefined,
    drained: () => undefined,
    failed: () => undefined,
    closed: () => undefined,
  });
  link.opened(socket);
  return { clock, socket, link };
}

describe('a link', () => {
  test('pings a server that is quiet, and drops one that stays so', async () => {
    const { clock, socket, link } = setUp();
    await clock.advance(40_000);
    link.alive();
    await clock.advance(44_000);
    expect(socket.pings.length).toBeGreaterThan(2);
    expect(socket.isAborted).toBe(false);
    await clock.advance(1000);
    expect(socket.isAborted).toBe(true);
  });

  test('sends a request if the platform cannot ping, and nothing if the server would not respond', async () => {
    let asked = 0;
    const asking = setUp(false, () => void (asked += 1));
    const silent = setUp(false);
    await asking.clock.advance(45_000);
    await silent.clock.advance(500_000);
    expect(asked).toBe(2);
    expect([asking.socket.isAborted, silent.socket.isAborted]).toEqual([true, false]);
  });

  test('does not take its own pause for silence', async () => {
    const { clock, socket, link } = setUp();
    link.pause();
    await clock.advance(500_000);
    link.resume();
    await clock.advance(44_000);
    expect(socket.isAborted).toBe(false);
  });

  test('waits a moment for the close frame of the server, and as long as reading is paused', async () => {
    const { clock, socket, link } = setUp();
    link.pause();
    link.close();
    expect(socket.closedWith).toBe(1000);
    await clock.advance(12_000);
    expect(socket.isAborted).toBe(false);
    link.resume();
    await clock.advance(5000);
    expect(socket.isAborted).toBe(true);
  });

  test('that is given up waits a second, also if it was paused or is being closed', async () => {
    for (const before of ['pause', 'close'] as const) {
      const { clock, socket, link } = setUp();
      link[before]();
      link.hangUp();
      expect([socket.closedWith, socket.isAborted]).toEqual([1000, false]);
      await clock.advance(1000);
      expect(socket.isAborted).toBe(true);
    }
  });

  test('leaves no timer behind', () => {
    const { clock, link } = setUp();
    link.close();
    link.closed({ code: 1000, reason: '' });
    expect(clock.pending).toBe(0);
  });
});
