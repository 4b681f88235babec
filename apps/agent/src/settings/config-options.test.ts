import { describe, expect, test } from 'vitest';

import { changedSettings, configOptions, serviceTierOf, type Settings } from './config-options.ts';
import { modeOf, modes } from './modes.ts';

const settings: Settings = {
  mode: 'ask',
  model: undefined,
  tier: 'default',
  thought: 'default',
  steer: 'finish',
  web: false,
};
const choice = { value: 'local/rose', name: 'Rose', providerId: 'local', modelId: 'rose' } as never;

describe('the options', () => {
  test('without a model are the mode and the web', () => {
    expect(configOptions(settings, []).map(({ configId }) => configId)).toEqual(['mode', 'web']);
  });

  test('with a model show the one in use, also when its service does not list it', () => {
    const options = configOptions({ ...settings, model: 'local/tulip' }, [choice]);
    expect(options.map(({ configId }) => configId)).toEqual(['mode', 'model', 'thought', 'steer', 'web']);
    expect(options[1]).toMatchObject({
      currentValue: 'local/tulip',
      options: [{ value: 'local/tulip' }, { value: 'local/rose', name: 'Rose' }],
    });
  });

  test('have the service tiers of the model beside it, if it has any', () => {
    const choices = [{ ...(choice as object), serviceTiers: ['default', 'flex', 'priority'] } as never];
    const used = { ...settings, model: 'local/rose', tier: 'flex' };
    const options = configOptions(used, choices);
    expect(options.map(({ configId }) => configId)).toEqual(['mode', 'model', 'tier', 'thought', 'steer', 'web']);
    expect(options[2]).toMatchObject({
      category: 'model_config',
      currentValue: 'flex',
      options: [{ value: 'default' }, { value: 'flex' }, { value: 'priority' }],
    });
    expect(configOptions({ ...used, tier: 'gone' }, choices)[2]).toMatchObject({ currentValue: 'default' });
    expect([serviceTierOf(used, choices), serviceTierOf({ ...used, tier: 'gone' }, choices)]).toEqual([
      'flex',
      undefined,
    ]);
    expect(serviceTierOf({ ...used, model: 'local/tulip' }, choices)).toBeUndefined();
  });

  test('have a value for each of them that can be set', () => {
    let now = settings;
    now = changedSettings(now, 'mode', 'plan');
    now = changedSettings(now, 'model', 'local/rose');
    now = changedSettings(now, 'tier', 'flex');
    now = changedSettings(now, 'thought', 'high');
    now = changedSettings(now, 'steer', 'interrupt');
    now = changedSettings(now, 'web', true);
    expect(now).toEqual({
      mode: 'plan',
      model: 'local/rose',
      tier: 'flex',
      thought: 'high',
      steer: 'interrupt',
      web: true,
    });
    expect(changedSettings(now, 'steer', 'never')).toEqual(now);
    expect(changedSettings(now, 'thought', 'endless')).toEqual(now);
  });
});

describe('the modes', () => {
  test('that change nothing refuse everything that does', () => {
    for (const id of ['read-only', 'plan']) {
      expect([...modeOf(id).refuses].toSorted()).toEqual(['edit', 'execute', 'fetch', 'other']);
    }
  });

  test('do nothing without asking but what they say, and what is unknown is asked for', () => {
    expect(modes.flatMap(({ id, allows }) => [...allows].map((work) => `${id} ${work}`))).toEqual(['code edit']);
    expect(modeOf('nonsense').id).toBe('ask');
  });
});
