/** When the client is told how much of the context is used: whenever it opens a session, and when that changes. */
import type { Journal } from '@acp-stack/journal';
import { modelServer, type ModelServer } from '@acp-stack/testing/model-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { AgentFixture, eachJournal, type AgentFixtureOptions } from './agent-fixture.test-support.ts';

let cwd: string;
let journal: Journal;
let server: ModelServer;

eachJournal((place) => {
  ({ cwd, journal } = place);
});

beforeEach(async () => {
  server = await modelServer();
});

afterEach(async () => {
  await server.close();
});

const price = { input: 1_000_000, output: 2_000_000 };
const facts = { contextWindow: 100_000, price };
const models = { large: { contextWindow: 200_000 }, same: { contextWindow: 100_000 } };
const cost = { amount: 20, currency: 'USD' };

const start = (options: Partial<AgentFixtureOptions> = {}): AgentFixture =>
  new AgentFixture({ journal, cwd, server, facts, models, ...options });

/** A session with one prompt that used 15 tokens. */
async function prompted(life: AgentFixture): Promise<string> {
  server.add({ text: 'One.', usage: { input: 10, output: 5 } });
  const sessionId = await life.open();
  await life.prompt(sessionId, 'Count.');
  return sessionId;
}

/** What the agent reports of the usage after `work` has begun. */
async function usageAfter(life: AgentFixture, work: () => Promise<unknown>): Promise<object> {
  const from = life.updates.length;
  await work();
  return life.hears(({ sessionUpdate }) => sessionUpdate === 'usage_update', from);
}

describe('the usage is reported', () => {
  test(verifies('TURN-11', 'when an open session is resumed, with and without its history'), async () => {
    await using life = start();
    const sessionId = await prompted(life);
    expect(await usageAfter(life, () => life.load(sessionId))).toMatchObject({ used: 15, size: 100_000, cost });
    const resume = (): Promise<unknown> => life.call('session/resume', { sessionId, cwd });
    expect(await usageAfter(life, resume)).toMatchObject({ used: 15, size: 100_000, cost });
  });

  test('after the replayed history and the response, when a later process loads the session', async () => {
    const before = start();
    const sessionId = await prompted(before);
    await before[Symbol.asyncDispose]();
    await using life = start();
    let isLoaded = false;
    const loading = life.load(sessionId).then((replayed) => {
      isLoaded = true;
      return replayed;
    });
    await life.hears(({ sessionUpdate }) => sessionUpdate === 'usage_update');
    expect(isLoaded).toBe(true);
    expect((await loading).map(({ sessionUpdate }) => sessionUpdate)).not.toContain('usage_update');
    expect(life.updates.at(-1)).toMatchObject({ sessionUpdate: 'usage_update', used: 15, size: 100_000, cost });
  });

  test('for a fork, without the cost of its origin', async () => {
    await using life = start();
    const sessionId = await prompted(life);
    const usage = await usageAfter(life, () => life.call('session/fork', { sessionId, cwd }));
    expect(usage).toEqual({ sessionUpdate: 'usage_update', used: 15, size: 100_000 });
  });

  test(verifies('TURN-11', 'when another model with another context window is chosen'), async () => {
    await using life = start();
    const sessionId = await prompted(life);
    const choose = (value: string) => (): Promise<unknown> =>
      life.call('session/set_config_option', { sessionId, configId: 'model', type: 'id', value });
    await choose('openai/same')();
    expect(await usageAfter(life, choose('openai/large'))).toMatchObject({ used: 15, size: 200_000, cost });
    const sizes = life.updates.filter(({ sessionUpdate }) => sessionUpdate === 'usage_update').map(({ size }) => size);
    expect(sizes).toEqual([100_000, 200_000]);
  });

  test('when the conversation was compacted', async () => {
    await using life = start();
    const sessionId = await prompted(life);
    server.add({ text: 'They counted.' });
    const { used } = Object(await usageAfter(life, () => life.prompt(sessionId, '/compact'))) as { used: number };
    expect(used).toBeGreaterThan(0);
    expect(await usageAfter(life, () => life.load(sessionId))).toMatchObject({ used });
  });

  test('only when something is known of it', async () => {
    await using life = start();
    const sessionId = await life.open();
    await life.load(sessionId);
    await life.call('session/set_config_option', { sessionId, configId: 'model', type: 'id', value: 'openai/large' });
    await life.prompt(sessionId, '/help');
    expect(life.updates.map(({ sessionUpdate }) => sessionUpdate)).not.toContain('usage_update');
  });
});
