/** Messages as released agents (gemini-cli, cursor) and older clients send them. */
import { describe, expect, test } from 'vitest';

import { meet, meetInSession, openSession } from '../rules-for-v1-agent/bridged-agent.test-support.ts';
import { RawPeers } from '../raw-peers.test-support.ts';

const models = {
  currentModelId: 'auto',
  availableModels: [
    { modelId: 'auto', name: 'Auto', description: 'Lets the service decide' },
    { modelId: 'flash', name: 'Flash' },
  ],
};
const modelOption = {
  configId: 'model',
  name: 'Model',
  category: 'model',
  type: 'select',
  currentValue: 'auto',
  options: [
    { value: 'auto', name: 'Auto', description: 'Lets the service decide' },
    { value: 'flash', name: 'Flash' },
  ],
};

describe('models of a version 1 agent', () => {
  test('become a config option', async () => {
    await using ends = await meet();
    const { result } = await openSession(ends, 's1', { models });
    expect(result).toEqual({ sessionId: 's1', configOptions: [modelOption] });
  });

  test('follow the modes, and are not shown twice where the agent has an option for them', async () => {
    await using ends = await meet();
    const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] };
    const first = await openSession(ends, 's1', { models, modes });
    expect(first.result).toMatchObject({ configOptions: [{ configId: 'mode' }, { configId: 'model' }] });
    const { configId: _, ...own } = modelOption;
    const second = await openSession(ends, 's2', { models, configOptions: [{ id: 'which', ...own }] });
    expect(second.result).toEqual({ sessionId: 's2', configOptions: [{ ...modelOption, configId: 'which' }] });
  });

  test('get another id where the agent uses the usual one for something else', async () => {
    await using ends = await meet();
    const fast = { id: 'model', name: 'Fast', type: 'boolean', currentValue: false };
    const { result } = await openSession(ends, 's1', { models, configOptions: [fast] });
    expect(result).toMatchObject({ configOptions: [{ configId: '_model', category: 'model' }, { configId: 'model' }] });
  });

  test.each([[null], [{}], [{ availableModels: [] }], [{ currentModelId: 'x', availableModels: [7, {}] }]])(
    'that are malformed are left as they are: %j',
    async (odd) => {
      await using ends = await meet();
      expect((await openSession(ends, 's1', { models: odd })).result).toEqual({ sessionId: 's1', models: odd });
    },
  );

  test('are set with session/set_model, and the options are the answer', async () => {
    await using ends = await meetInSession({}, { models });
    const set = { sessionId: 's1', configId: 'model', type: 'id', value: 'flash' };
    ends.client.request('session/set_config_option', set);
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({ method: 'session/set_model', params: { sessionId: 's1', modelId: 'flash' } });
    ends.agent.answer(asked.id, {});
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({ configOptions: [{ ...modelOption, currentValue: 'flash' }] });
  });

  test('that are not offered are refused', async () => {
    await using ends = await meetInSession({}, { models });
    const set = { sessionId: 's1', configId: 'model', type: 'id', value: 'tulip' };
    ends.client.request('session/set_config_option', set);
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_602 });
    expect(ends.agent.take()).toEqual([]);
  });
});

describe('models for a version 1 client', () => {
  async function open(configOptions: readonly object[]): Promise<{ ends: RawPeers; result: unknown }> {
    const ends = new RawPeers({ client: 1 });
    ends.client.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    await ends.settle();
    const capabilities = { session: { mcp: { stdio: {} } } };
    const info = { name: 'tester', version: '1.0.0' };
    ends.agent.answer(ends.agent.takeOne().id, { protocolVersion: 2, info, capabilities });
    ends.client.request('session/new', { cwd: '/work', mcpServers: [] });
    await ends.settle();
    ends.agent.answer(ends.agent.takeOne().id, { sessionId: 's1', configOptions });
    await ends.settle();
    return { ends, result: ends.client.take().at(-1)?.result };
  }

  test('come beside the config option of the agent', async () => {
    const { ends, result } = await open([modelOption]);
    await using _ = ends;
    expect(result).toMatchObject({ sessionId: 's1', models, configOptions: [{ id: 'model' }] });
  });

  test('are those of the option with that id, if another option of the category stands before it', async () => {
    const provider = { ...modelOption, configId: 'provider', options: [{ value: 'auto', name: 'Blue' }] };
    const { ends, result } = await open([provider, modelOption]);
    await using _ = ends;
    expect(result).toMatchObject({ models });
  });

  test('are set by session/set_model', async () => {
    const { ends } = await open([modelOption]);
    await using _ = ends;
    const id = ends.client.request('session/set_model', { sessionId: 's1', modelId: 'flash' });
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({
      method: 'session/set_config_option',
      params: { sessionId: 's1', configId: 'model', type: 'id', value: 'flash' },
    });
    ends.agent.answer(asked.id, { configOptions: [{ ...modelOption, currentValue: 'flash' }] });
    await ends.settle();
    expect(ends.client.take()).toMatchObject([
      { id, result: {} },
      { params: { update: { sessionUpdate: 'config_option_update', configOptions: [{ currentValue: 'flash' }] } } },
    ]);
  });

  test.each([[{ sessionId: 's1', modelId: 'flash' }], [{ sessionId: 's1' }], [undefined]])(
    'session/set_model is an unknown method for a session without models: %j',
    async (params) => {
      const { ends } = await open([]);
      await using _ = ends;
      ends.client.request('session/set_model', params);
      await ends.settle();
      expect(ends.client.takeOne().error).toMatchObject({ code: -32_601 });
      expect(ends.agent.take()).toEqual([]);
    },
  );
});
