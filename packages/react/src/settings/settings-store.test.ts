import type { SessionConfigOption } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { settled, stand } from '../scripted-hub.test-support.ts';
import { optionGroups } from './option-groups.ts';

const option = (configId: string, category?: SessionConfigOption['category'], currentValue = 'a') =>
  ({
    configId,
    name: configId,
    type: 'select',
    currentValue,
    options: [
      { value: 'a', name: 'A' },
      { value: 'b', name: 'B' },
    ],
    ...(category === undefined ? {} : { category }),
  }) satisfies SessionConfigOption;

test('options of a category are a group, and those about the model are beside the model', () => {
  const groups = optionGroups([
    option('context', 'model_config'),
    option('mode', 'mode'),
    option('sound'),
    option('model', 'model'),
    option('effort', 'thought_level'),
    option('extra', '_my_category'),
    option('provider', 'model'),
  ]);
  expect(groups.map(({ id, name, options }) => [id, name, options.map(({ configId }) => configId)])).toEqual([
    ['model', 'Model', ['model', 'provider', 'context']],
    ['mode', 'Mode', ['mode']],
    ['other', 'Other', ['sound']],
    ['thought_level', 'Thinking', ['effort']],
    ['_my_category', 'My category', ['extra']],
  ]);
});

test('options about the model are a group of their own where no model can be chosen', () => {
  expect(optionGroups([option('context', 'model_config')])).toMatchObject([
    { id: 'model_config', name: 'Model config' },
  ]);
});

test('an option is pending until the agent has confirmed it, and then has its new value', async () => {
  using scene = await stand();
  scene.hub.answers.set('session/new', () => ({ sessionId: 's1', configOptions: [option('mode', 'mode')] }));
  const session = scene.store.newSession({ cwd: '/work' });
  await settled();
  const current = (): unknown => session.settings.snapshot().groups[0]?.options[0]?.currentValue;
  expect(current()).toBe('a');
  scene.hub.answers.set('session/set_config_option', ({ value }: { value: string }) => ({
    configOptions: [option('mode', 'mode', value)],
  }));
  const setting = session.settings.set('mode', 'b');
  expect([...session.settings.snapshot().pending]).toEqual(['mode']);
  await setting;
  expect(current()).toBe('b');
  expect([...session.settings.snapshot().pending]).toEqual([]);
  expect(session.settings.snapshot()).toBe(session.settings.snapshot());
});

test('an option that the agent refuses is not pending any more', async () => {
  using scene = await stand();
  scene.hub.answers.set('session/new', () => ({ sessionId: 's1', configOptions: [option('mode', 'mode')] }));
  const session = scene.store.newSession({ cwd: '/work' });
  await settled();
  scene.hub.answers.set('session/set_config_option', () => {
    throw new Error('no');
  });
  await expect(session.settings.set('mode', 'b')).rejects.toThrow();
  expect([...session.settings.snapshot().pending]).toEqual([]);
});
