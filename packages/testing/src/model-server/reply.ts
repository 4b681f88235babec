/** Sends the events of a turn, with its faults. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

import type { ModelTurn } from './model-turn.ts';

export interface Reply {
  readonly response: ServerResponse;
  readonly turn: ModelTurn;
  readonly events: readonly string[];
  /** Resolves when the test releases a turn that waits. */
  readonly released: Promise<void>;
}

/** Resolves when the turn is sent, or the client has gone. */
export async function sendTurn({ response, turn, events, released }: Reply): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    response.once('close', () => {
      resolve();
    });
  });
  if (turn.hang === 'silent') return gone;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  response.flushHeaders();
  const write = writer(response, gone, turn.chunkBytes);
  const pieces = turn.raw === undefined ? events : [turn.raw];
  for (const [index, piece] of pieces.entries()) {
    if (index === turn.hold) await Promise.race([released, gone]);
    if (index === turn.hang) return gone;
    if (index === turn.reset) return void response.socket?.resetAndDestroy();
    if (index > 0 && turn.delay !== undefined) await Promise.race([pause(turn.delay), gone]);
    if (response.destroyed) return;
    await write(piece);
  }
  response.end();
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Writes the text as it is, or in pieces that ignore the borders of lines and characters. */
function writer(
  response: ServerResponse,
  gone: Promise<void>,
  sizes: ModelTurn['chunkBytes'],
): (text: string) => Promise<void> {
  const cycle = typeof sizes === 'number' ? [sizes] : (sizes ?? []);
  let next = 0;
  const send = async (bytes: Uint8Array): Promise<void> => {
    if (response.write(bytes) || response.destroyed) return;
    await Promise.race([once(response, 'drain'), gone]);
  };
  return async (text) => {
    const bytes = new TextEncoder().encode(text);
    if (cycle.length === 0) return send(bytes);
    for (let from = 0; from < bytes.length; next += 1) {
      const size = Math.max(1, cycle[next % cycle.length] ?? 1);
      await send(bytes.subarray(from, from + size));
      // In a packet of its own, as far as the platform allows.
      await new Promise<void>((resolve) => void setImmediate(resolve));
      from += size;
    }
  };
}
