import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { agent, proxy, type Agent, type SessionUpdate, type Turn } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { budget, type BudgetOptions } from './budget.ts';
import { chained, connected, info, speaking, versions, type Version } from './chain.test-support.ts';

const usage = (used: number, amount?: number, currency = 'USD'): SessionUpdate => ({
  sessionUpdate: 'usage_update',
  used,
  size: 100_000,
  ...(amount === undefined ? {} : { cost: { amount, currency } }),
});

/** An agent whose n-th turn is `work[n]`; its sessions share the count. */
const working = (...work: readonly ((turn: Turn) => unknown)[]): Agent => {
  let count = 0;
  return agent(info).onPrompt(async (turn) => {
    count += 1;
    await work[count - 1]?.(turn);
  });
};

const reports = (update: SessionUpdate) => (turn: Turn) => turn.update(update);

/** Reports, and works on until it is cancelled. */
const untilCancelled = (update: SessionUpdate) => async (turn: Turn) => {
  await turn.update(update);
  await new Promise<void>((resolve) => {
    turn.signal.addEventListener('abort', () => {
      resolve();
    });
  });
};

const front = (version: Version, options: Parameters<typeof budget>[0], served: Agent): ReturnType<typeof connected> =>
  connected(version, chained([budget(options)], speaking(version, served)));

describe.each(versions)('budget in version %i', (version) => {
  test('cancels the turn that reaches the cost, tells the user, and refuses the next', async () => {
    const served = working(reports(usage(10, 0.4)), untilCancelled(usage(20, 1.25)));
    await using chain = await front(version, { cost: 1 }, served);
    const session = await chain.connection.newSession({ cwd: '/' });
    expect(await session.prompt('one')).toMatchObject({ stopReason: 'end_turn' });
    expect(await session.prompt('two')).toMatchObject({ stopReason: 'cancelled' });
    expect(JSON.stringify(chain.updates)).toContain(
      'budget: the session has used 1.25 of 1 USD; the turn was cancelled.',
    );
    await expect(session.prompt('three')).rejects.toMatchObject({
      message: 'budget: the session has used 1.25 of 1 USD; start a new session or raise the limit.',
      data: { reason: 'budget' },
    });
    const other = await chain.connection.newSession({ cwd: '/' });
    expect(await other.prompt('one')).toMatchObject({ stopReason: 'end_turn' });
  });

  test('counts the growth of the context as tokens until the end of a turn', async () => {
    const served = working(reports(usage(600)), untilCancelled(usage(1100)));
    await using chain = await front(version, { tokens: 1000 }, served);
    const session = await chain.connection.newSession({ cwd: '/' });
    await session.prompt('one');
    expect(await session.prompt('two')).toMatchObject({ stopReason: 'cancelled' });
    await expect(session.prompt('three')).rejects.toThrow('budget: the session has used 1100 of 1000 tokens');
  });

  test('limits the turns', async () => {
    await using chain = await front(version, { turns: 2 }, working());
    const session = await chain.connection.newSession({ cwd: '/' });
    await session.prompt('one');
    await session.prompt('two');
    await expect(session.prompt('three')).rejects.toThrow('budget: the session has used 2 of 2 turns');
  });

  test('goes on counting when a session is closed and resumed', async () => {
    await using chain = await front(version, { turns: 1 }, working());
    const session = await chain.connection.newSession({ cwd: '/' });
    await session.prompt('one');
    await session.close();
    const again = await chain.connection.resume({ sessionId: session.id, cwd: '/' });
    await expect(again.prompt('two')).rejects.toThrow('budget: the session has used 1 of 1 turns');
  });

  test('counts a turn that failed after the agent had worked', async () => {
    // In front of the agent, because it answers with an error after an update.
    const failing = proxy(info).onClientRequest('session/prompt', async ({ sessionId }, _, { client }) => {
      const content = { type: 'text' as const, text: 'Thinking' };
      const update = { sessionUpdate: 'agent_message_chunk' as const, messageId: 'm', content };
      await client.notify('session/update', { sessionId, update });
      throw new RpcError(rpcCodes.internalError, 'no power');
    });
    const behind = chained([budget({ turns: 1 }), failing], speaking(version, working()));
    await using chain = await connected(version, behind);
    const session = await chain.connection.newSession({ cwd: '/' });
    // Version 1 ends the turn with the error; version 2 refuses the prompt.
    const ended = await session.prompt('one').then(JSON.stringify, String);
    expect(ended).toContain('no power');
    expect(chain.textOf('agent_message_chunk')).toContain('Thinking');
    await expect(session.prompt('two')).rejects.toThrow('budget: the session has used 1 of 1 turns');
  });

  test('can be shared by all sessions and connections', async () => {
    const served = working(reports(usage(10, 0.6)), reports(usage(10, 0.6)));
    const behind = chained([budget({ cost: 1, scope: 'all' })], speaking(version, served));
    await using first = await connected(version, behind);
    await using second = await connected(version, behind);
    await (await first.connection.newSession({ cwd: '/' })).prompt('one');
    await (await second.connection.newSession({ cwd: '/' })).prompt('two');
    await expect((await first.connection.newSession({ cwd: '/' })).prompt('three')).rejects.toThrow(
      'budget: the sessions have used 1.2 of 1 USD; raise the limit.',
    );
  });

  test('says that a limit in another currency has no effect', async () => {
    const served = working(reports(usage(10, 5, 'EUR')), reports(usage(10, 6, 'EUR')));
    await using chain = await front(version, { cost: 1 }, served);
    const session = await chain.connection.newSession({ cwd: '/' });
    await session.prompt('one');
    await session.prompt('two');
    const told = JSON.stringify(chain.updates);
    expect(told.split('budget: the agent reports its cost in EUR, so the limit in USD has no effect.')).toHaveLength(2);
  });
});

test('the usage at the end of a turn replaces the growth of the context', async () => {
  const served = working((turn) => {
    turn.usage({ totalTokens: 2000, inputTokens: 1500, outputTokens: 500 });
  });
  await using chain = await front(2, { tokens: 1000 }, served);
  const session = await chain.connection.newSession({ cwd: '/' });
  await session.prompt('one');
  await expect(session.prompt('two')).rejects.toThrow('budget: the session has used 2000 of 1000 tokens');
});

test('a turn that the agent refused before it did anything does not count', async () => {
  const served = working(() => {
    throw new Error('no model');
  });
  await using chain = await front(1, { turns: 1 }, served);
  const session = await chain.connection.newSession({ cwd: '/' });
  await expect(session.prompt('one')).rejects.toThrow();
  expect(await session.prompt('two')).toMatchObject({ stopReason: 'end_turn' });
  await expect(session.prompt('three')).rejects.toThrow('budget: the session has used 1 of 1 turns');
});

describe('the sessions of a connection are bounded', () => {
  const opened = async (options: BudgetOptions) => {
    const chain = await front(2, options, working());
    const open = () => chain.connection.newSession({ cwd: '/' });
    return { chain, open };
  };

  test('those that have used nothing are forgotten, and nothing else', async () => {
    const { chain, open } = await opened({ turns: 1, maxSessions: 2 });
    await using _ = chain;
    const used = await open();
    await used.prompt('one');
    const unused = await open();
    await open();
    await expect(used.prompt('two')).rejects.toThrow('budget: the session has used 1 of 1 turns');
    // It is met again as it was.
    await unused.prompt('one');
    await expect(unused.prompt('two')).rejects.toThrow('budget: the session has used 1 of 1 turns');
  });

  test('a session that finds no room gets no turn, so that none escapes its budget', async () => {
    const { chain, open } = await opened({ turns: 1, maxSessions: 2 });
    await using _ = chain;
    const [first, second] = [await open(), await open()];
    await first.prompt('one');
    await second.prompt('one');
    await first.close();
    const third = await open();
    await expect(third.prompt('one')).rejects.toThrow(
      'budget: 2 sessions of this connection have used something; open another connection.',
    );
    const again = await chain.connection.resume({ sessionId: first.id, cwd: '/' });
    await expect(again.prompt('two')).rejects.toThrow('budget: the session has used 1 of 1 turns');
  });

  test('an agent cannot fill them with sessions of its own', async () => {
    const flood = working(async (turn) => {
      for (let index = 0; index < 50; index += 1) {
        const update = usage(10, 1);
        await turn.session.connection.notify('session/update', { sessionId: `x${index}`, update });
      }
    });
    await using chain = await front(2, { turns: 1, maxSessions: 3 }, flood);
    const session = await chain.connection.newSession({ cwd: '/' });
    await session.prompt('one');
    await expect(session.prompt('two')).rejects.toThrow('1 of 1 turns');
    expect(await (await chain.connection.newSession({ cwd: '/' })).prompt('one')).toMatchObject({
      stopReason: 'end_turn',
    });
  });
});
