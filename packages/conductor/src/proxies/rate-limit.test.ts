import { agent } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { chained, connected, info, speaking, versions } from './chain.test-support.ts';
import { rateLimit } from './rate-limit.ts';

describe.each(versions)('rate-limit in version %i', (version) => {
  test('refuses one turn too many and says how long to wait, until the period is over', async () => {
    const clock = new VirtualClock();
    let turns = 0;
    const served = agent(info).onPrompt(() => void (turns += 1));
    const limited = rateLimit({ turns: 2, seconds: 60, clock });
    await using front = await connected(version, chained([limited], speaking(version, served)));
    const session = await front.connection.newSession({ cwd: '/' });
    await session.prompt('one');
    await clock.advance(20_000);
    await session.prompt('two');
    await expect(session.prompt('three')).rejects.toMatchObject({
      message: 'rate-limit: there were 2 turns in 60 s, which is the limit; try again in 40 s.',
      data: { reason: 'rate-limit', retryAfter: 40 },
    });
    await clock.advance(39_999);
    await expect(session.prompt('three')).rejects.toThrow('try again in 1 s');
    await clock.advance(1);
    await session.prompt('three');
    expect(turns).toBe(3);
  });

  test('counts all sessions and all connections', async () => {
    const served = agent(info).onPrompt(() => undefined);
    const behind = chained([rateLimit({ turns: 1, clock: new VirtualClock() })], speaking(version, served));
    await using first = await connected(version, behind);
    await using second = await connected(version, behind);
    await (await first.connection.newSession({ cwd: '/' })).prompt('one');
    await expect((await second.connection.newSession({ cwd: '/' })).prompt('two')).rejects.toThrow('rate-limit: ');
  });

  test('does not count a prompt that the agent refuses', async () => {
    const served = agent(info).onPrompt(() => undefined);
    const limited = rateLimit({ turns: 1, clock: new VirtualClock() });
    await using front = await connected(version, chained([limited], speaking(version, served)));
    const session = await front.connection.newSession({ cwd: '/' });
    const prompt = [{ type: 'text' as const, text: 'one' }];
    const unknown = front.connection.request('session/prompt', { sessionId: 'unknown', prompt });
    await expect(unknown).rejects.toThrow('Session not found');
    await session.prompt('one');
    await expect(session.prompt('two')).rejects.toThrow('rate-limit: ');
  });
});

test('a message that waits for the end of a turn is a turn of its own, and one that steers is not', async () => {
  const served = agent(info, { inject: { modes: ['queue', 'steer'], steerInStream: ['finish'] } }).onPrompt(
    () => undefined,
  );
  const limited = rateLimit({ turns: 1, clock: new VirtualClock() });
  await using front = await connected(2, chained([limited], speaking(2, served)));
  const { id } = await front.connection.newSession({ cwd: '/' });
  await front.connection.session(id)?.prompt('one');
  const content = [{ type: 'text' as const, text: 'two' }];
  const injected = front.connection.request('session/inject', { sessionId: id, mode: 'queue', content });
  await expect(injected).rejects.toThrow('rate-limit: ');
  // There is nothing to steer, which is what the agent says.
  const steered = front.connection.request('session/inject', { sessionId: id, mode: 'steer', content });
  await expect(steered).rejects.toMatchObject({ code: -32_010 });
});
