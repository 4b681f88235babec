/** How long a call of a tool may take. */
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { editor, planted } from '../garden.test-support.ts';
import { defaultToolTimeout, mcpServer, offer, tool, type Tool, type ToolContext, type ToolHandler } from '../index.ts';
import { ToolTimer } from './tool-timer.ts';

/** Calls a tool whose time is that of `clock`; its outcome is known when it has ended. */
async function called(handler: ToolHandler<object>, options: Pick<Tool, 'timeout'> = {}, timeout?: number) {
  const clock = new VirtualClock();
  const app = editor();
  const server = { clock, ...(timeout === undefined ? {} : { timeout }) };
  const water = tool({ type: 'object' }, handler, options);
  offer(app, mcpServer('garden', { water }, server));
  const { connection, sessions, connect } = await planted(app);
  await connection.newSession({ cwd: '/' });
  const mcp = await connect(sessions[0]?.servers[0]);
  let outcome: unknown;
  // The connection may end before the call.
  const call = mcp.callTool({ name: 'water', arguments: {} }).then(
    (result) => (outcome = result),
    () => undefined,
  );
  await settled();
  return { clock, call, mcp, outcome: () => outcome, connection };
}

const stopped = (seconds: number): object => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: `The tool water has not ended within ${seconds} seconds, nor reported progress; it was stopped.`,
    },
  ],
});

const never = (): Promise<never> => new Promise(() => undefined);

describe('a tool that never ends', () => {
  test('is stopped after its time: the model reads so, its signal aborts, and the place is free', async () => {
    let signal: AbortSignal | undefined;
    const { clock, call, outcome, connection } = await called((_, context) => {
      ({ signal } = context);
      return never();
    });
    await clock.advance(defaultToolTimeout - 1);
    expect([outcome(), signal?.aborted]).toEqual([undefined, false]);
    await clock.advance(1);
    await call;
    expect(outcome()).toMatchObject(stopped(600));
    expect(signal?.aborted).toBe(true);
    connection.destroy();
  });

  test.each([
    ['the server', {}, 2000],
    ['the tool, before that of the server', { timeout: 2000 }, 9000],
  ])('has the time of %s', async (_, options, timeout) => {
    const { clock, call, outcome, connection } = await called(never, options, timeout);
    await clock.advance(2000);
    await call;
    expect(outcome()).toMatchObject(stopped(2));
    connection.destroy();
  });

  test('goes on without a limit', async () => {
    const { clock, outcome, connection } = await called(never, { timeout: Infinity });
    await clock.advance(100 * defaultToolTimeout);
    expect(outcome()).toBeUndefined();
    connection.destroy();
  });
});

test('progress starts the time again', async () => {
  let context: ToolContext | undefined;
  const { clock, call, outcome, connection } = await called(
    (_, given) => {
      context = given;
      return never();
    },
    { timeout: 1000 },
  );
  for (let index = 0; index < 5; index += 1) {
    await clock.advance(900);
    await context?.progress(index);
  }
  await settled();
  expect(outcome()).toBeUndefined();
  await clock.advance(1000);
  await call;
  expect(outcome()).toMatchObject(stopped(1));
  connection.destroy();
});

test('a tool that waits for the agent is not stopped, and one that has ended is not either', async () => {
  let answer: (roots: unknown) => void = () => undefined;
  const asked = new Promise((resolve) => (answer = resolve));
  const clock = new VirtualClock();
  const timer = new ToolTimer({ name: 'water', timeout: 1000, clock }, new AbortController().signal);
  const waiting = timer.while(asked);
  await clock.advance(10_000);
  expect(timer.signal.aborted).toBe(false);
  answer({});
  await waiting;
  await clock.advance(999);
  expect(timer.signal.aborted).toBe(false);
  timer.end();
  await clock.advance(10_000);
  expect(timer.signal.aborted).toBe(false);
});
