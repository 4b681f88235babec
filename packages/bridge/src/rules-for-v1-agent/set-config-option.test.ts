import { describe, expect, test } from 'vitest';

import { meet, meetInSession, openSession, takeUpdates } from './bridged-agent.test-support.ts';

const modes = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask', description: 'Asks first' },
    { id: 'code', name: 'Code' },
  ],
};
const modeOption = {
  configId: 'mode',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue: 'ask',
  options: [
    { value: 'ask', name: 'Ask', description: 'Asks first' },
    { value: 'code', name: 'Code' },
  ],
};
const model = {
  name: 'Model',
  category: 'model',
  type: 'select',
  currentValue: 'big',
  options: [{ value: 'big', name: 'Big' }],
};
const fast = { name: 'Fast', type: 'boolean', currentValue: false };
const ownModes = { name: 'How', category: 'mode', type: 'select', currentValue: 'ask', options: modeOption.options };

describe('session responses', () => {
  test('modes become a config option, before those of the agent', async () => {
    await using ends = await meet();
    const { result } = await openSession(ends, 's1', {
      modes,
      configOptions: [
        { id: 'model', ...model },
        { id: 'fast', ...fast },
      ],
    });
    expect(result).toEqual({
      sessionId: 's1',
      configOptions: [modeOption, { configId: 'model', ...model }, { configId: 'fast', ...fast }],
    });
  });

  test('modes are not shown twice where the agent has an option for them', async () => {
    await using ends = await meet();
    const { result } = await openSession(ends, 's1', { modes, configOptions: [{ id: 'how', ...ownModes }] });
    expect(result).toEqual({ sessionId: 's1', configOptions: [{ configId: 'how', ...ownModes }] });
  });

  test('modes get another id where the agent uses the usual one for something else', async () => {
    await using ends = await meet();
    const { result } = await openSession(ends, 's1', { modes, configOptions: [{ id: 'mode', ...model }] });
    expect(result).toMatchObject({ configOptions: [{ configId: '_mode' }, { configId: 'mode', name: 'Model' }] });
  });

  test('a session with neither has no config options', async () => {
    await using ends = await meet();
    expect((await openSession(ends)).result).toEqual({ sessionId: 's1' });
  });
});

describe('session/set_mode', () => {
  const set = { sessionId: 's1', configId: 'mode', type: 'id', value: 'code' };

  test('the option that stands for the modes sets the mode, and all options are the answer', async () => {
    await using ends = await meetInSession({}, { modes, configOptions: [{ id: 'model', ...model }] });
    ends.client.request('session/set_config_option', set);
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({ method: 'session/set_mode', params: { sessionId: 's1', modeId: 'code' } });
    ends.agent.answer(asked.id, {});
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({
      configOptions: [
        { ...modeOption, currentValue: 'code' },
        { configId: 'model', ...model },
      ],
    });
  });

  test.each([{ value: 'nap' }, { type: 'boolean', value: true }, { type: '_x', value: 'code' }])(
    'a value that is no mode is refused: %j',
    async (other) => {
      await using ends = await meetInSession({}, { modes });
      ends.client.request('session/set_config_option', { ...set, ...other });
      await ends.settle();
      expect(ends.client.takeOne().error).toMatchObject({ code: -32_602 });
      expect(ends.agent.take()).toEqual([]);
    },
  );

  test('a mode that the agent refuses stays as it was', async () => {
    await using ends = await meetInSession({}, { modes, configOptions: [{ id: 'fast', ...fast }] });
    ends.client.request('session/set_config_option', set);
    await ends.settle();
    ends.agent.refuse(ends.agent.takeOne().id, { code: -32_602, message: 'No.' });
    ends.agent.update('s1', { sessionUpdate: 'config_option_update', configOptions: [] });
    await ends.settle();
    expect(ends.client.take()).toMatchObject([
      { error: { code: -32_602 } },
      { params: { update: { configOptions: [modeOption] } } },
    ]);
  });
});

describe('set_config_option', () => {
  test('an id loses its type, a boolean keeps it, and the modes stay among the answers', async () => {
    await using ends = await meetInSession(
      {},
      {
        modes,
        configOptions: [
          { id: 'model', ...model },
          { id: 'fast', ...fast },
        ],
      },
    );
    ends.client.request('session/set_config_option', { sessionId: 's1', configId: 'model', type: 'id', value: 'big' });
    ends.client.request('session/set_config_option', {
      sessionId: 's1',
      configId: 'fast',
      type: 'boolean',
      value: true,
    });
    await ends.settle();
    const asked = ends.agent.take();
    expect(asked.map(({ params }) => params)).toEqual([
      { sessionId: 's1', configId: 'model', value: 'big' },
      { sessionId: 's1', configId: 'fast', type: 'boolean', value: true },
    ]);
    ends.agent.answer(asked[1]?.id, { configOptions: [{ id: 'fast', ...fast, currentValue: true }] });
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({
      configOptions: [modeOption, { configId: 'fast', ...fast, currentValue: true }],
    });
  });

  test('a value of an unknown type is refused', async () => {
    await using ends = await meetInSession();
    ends.client.request('session/set_config_option', { sessionId: 's1', configId: 'x', type: '_number', value: 3 });
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_602, data: { row: 'set_config_option' } });
  });

  test('new options of the agent come with its modes', async () => {
    await using ends = await meetInSession({}, { modes });
    ends.agent.update('s1', { sessionUpdate: 'config_option_update', configOptions: [{ id: 'model', ...model }] });
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([
      { sessionUpdate: 'config_option_update', configOptions: [modeOption, { configId: 'model', ...model }] },
    ]);
  });
});

test('a mode that was set while the agent brought an option of its own is answered with that option', async () => {
  const offered = {
    currentModeId: 'ask',
    availableModes: [
      { id: 'ask', name: 'Ask' },
      { id: 'code', name: 'Code' },
    ],
  };
  await using ends = await meetInSession({}, { modes: offered });
  const id = ends.client.request('session/set_config_option', {
    sessionId: 's1',
    configId: 'mode',
    type: 'id',
    value: 'code',
  });
  await ends.settle();
  const own = {
    name: 'Mine',
    type: 'select',
    category: 'mode',
    currentValue: 'x',
    options: [{ value: 'x', name: 'X' }],
  };
  ends.agent.update('s1', { sessionUpdate: 'config_option_update', configOptions: [{ ...own, id: 'mine' }] });
  ends.agent.answer(ends.agent.takeOne().id, {});
  await ends.settle();
  expect(ends.client.take().at(-1)).toMatchObject({ id, result: { configOptions: [{ ...own, configId: 'mine' }] } });
});

test('a mode that the agent never offered is reported as lost', async () => {
  const offered = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] };
  await using ends = await meetInSession({}, { modes: offered });
  ends.agent.update('s1', { sessionUpdate: 'current_mode_update', currentModeId: 'dream' });
  await ends.settle();
  expect(ends.client.take()).toEqual([]);
  expect(ends.lostRows).toEqual(['current_mode_update']);
});

describe('current_mode_update', () => {
  const entered = { sessionUpdate: 'current_mode_update', currentModeId: 'code' };

  test('tells all options with the new mode', async () => {
    await using ends = await meetInSession({}, { modes, configOptions: [{ id: 'model', ...model }] });
    ends.agent.update('s1', entered);
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([
      {
        sessionUpdate: 'config_option_update',
        configOptions: [
          { ...modeOption, currentValue: 'code' },
          { configId: 'model', ...model },
        ],
      },
    ]);
  });

  test('changes the option that the agent has for its modes', async () => {
    await using ends = await meetInSession({}, { modes, configOptions: [{ id: 'how', ...ownModes }] });
    ends.agent.update('s1', entered);
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([
      {
        sessionUpdate: 'config_option_update',
        configOptions: [{ configId: 'how', ...ownModes, currentValue: 'code' }],
      },
    ]);
  });

  test('a mode that no option offers is reported and not told', async () => {
    await using ends = await meetInSession({}, { configOptions: [{ id: 'how', ...ownModes }] });
    ends.agent.update('s1', { ...entered, currentModeId: 'nap' });
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([]);
    expect(ends.lostRows).toEqual(['current_mode_update']);
  });

  test('a session without modes reports it', async () => {
    await using ends = await meetInSession();
    ends.agent.update('s1', entered);
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([]);
    expect(ends.lostRows).toEqual(['current_mode_update']);
  });

  test('the older name of the field is understood', async () => {
    await using ends = await meetInSession({}, { modes });
    ends.agent.update('s1', { sessionUpdate: 'current_mode_update', modeId: 'code' });
    await ends.settle();
    expect(takeUpdates(ends)).toMatchObject([{ configOptions: [{ currentValue: 'code' }] }]);
  });
});
