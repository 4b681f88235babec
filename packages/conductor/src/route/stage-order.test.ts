import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { RoutedCall } from '../envelope/routed-message.ts';
import { Flow } from './flow.ts';
import { StageOrder } from './stage-order.ts';

const mebibyte = 'x'.repeat(1024 * 1024);
const update = (sessionId: string): RoutedCall =>
  RoutedCall.of({ jsonrpc: '2.0', method: 'session/update', params: { sessionId } }, mebibyte);
const never = new Promise<never>(() => undefined);

/** An order whose messages are read from a connection, which writes down when it is paused. */
function stand(): { readonly order: StageOrder; readonly paused: string[] } {
  const flow = new Flow();
  const paused: string[] = [];
  const channel = { unsentBytes: 0, drained: () => never, destroy: () => undefined };
  flow.reader = {
    name: 'agent',
    hasTwoConversations: false,
    waitsFor: new Set(),
    channel: { ...channel, pause: () => void paused.push('pause'), resume: () => void paused.push('resume') },
  };
  return { order: new StageOrder('stage', flow), paused };
}

test('a handler that awaits a request of its own is not starved, and that request fails when too much waits', async () => {
  const { order, paused } = stand();
  let outcome: Promise<unknown> = never;
  order.notification(update('a'), () => {
    outcome = order.call(() => never);
    return never;
  });
  for (let count = 0; count < 31; count += 1) order.notification(update('a'), () => undefined);
  // Its response may still be on the way, so reading goes on.
  expect(paused).toEqual([]);
  order.notification(update('a'), () => undefined);
  await expect(outcome).rejects.toMatchObject({ code: 'limit', limit: 'unhandledBytes' });
  expect(paused).toEqual(['pause']);
});

test('reading goes on when a handler begins to await a request of its own', async () => {
  const { order, paused } = stand();
  order.notification(update('a'), () => never);
  order.notification(update('a'), () => undefined);
  expect(paused).toEqual(['pause']);
  void order.call(() => never);
  await settled();
  expect(paused).toEqual(['pause', 'resume']);
});
