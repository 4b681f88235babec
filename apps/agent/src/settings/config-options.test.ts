import { describe, expect, test } from 'vitest';

import {
  changedSettings,
  chosenModelSettings,
  configOptions,
  defaultModelSettings,
  type Settings,
} from './config-options.ts';
import { modeOf, modes } from './modes.ts';

const settings: Settings = {
  mode: 'ask',
  model: undefined,
  ...defaultModelSettings,
  thought: 'default',
  steer: 'finish',
  web: false,
};
const choice = { value: 'local/rose', name: 'Rose', providerId: 'local', modelId: 'rose', settings: {} } as never;

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

  test('have the settings of the model beside it, if it has any', () => {
    const values = { tier: ['flex', 'priority'], speed: ['fast'] };
    const choices = [{ ...(choice as object), settings: values } as never];
    const used = { ...settings, model: 'local/rose', tier: 'flex', effort: 'high' };
    const options = configOptions(used, choices);
    expect(options.map(({ configId }) => configId)).toEqual([
      'mode',
      'model',
      'tier',
      'speed',
      'thought',
      'steer',
      'web',
    ]);
    expect(options[2]).toMatchObject({
      category: 'model_config',
      currentValue: 'flex',
      options: [{ value: 'default' }, { value: 'flex' }, { value: 'priority' }],
    });
    expect(options[3]).toMatchObject({ category: 'model_config', currentValue: 'default' });
    expect(configOptions({ ...used, tier: 'gone' }, choices)[2]).toMatchObject({ currentValue: 'default' });
    expect(chosenModelSettings(used, choices)).toEqual({ tier: 'flex' });
    expect(chosenModelSettings({ ...used, tier: 'gone', speed: 'fast' }, choices)).toEqual({ speed: 'fast' });
    expect(chosenModelSettings({ ...used, model: 'local/tulip' }, choices)).toEqual({});
  });

  test('have a value for each of them that can be set', () => {
    let now = settings;
    now = changedSettings(now, 'mode', 'plan');
    now = changedSettings(now, 'model', 'local/rose');
    now = changedSettings(now, 'tier', 'flex');
    now = changedSettings(now, 'effort', 'max');
    now = changedSettings(now, 'thought', 'high');
    now = changedSettings(now, 'steer', 'interrupt');
    now = changedSettings(now, 'web', true);
    expect(now).toEqual({
      mode: 'plan',
      model: 'local/rose',
      ...defaultModelSettings,
      tier: 'flex',
      effort: 'max',
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
