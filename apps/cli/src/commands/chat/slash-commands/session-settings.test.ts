import type { SessionConfigOption } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { verifies } from '../../../../../../test/requirements/requirement.ts';
import { besideModel, valuesOf } from './session-settings.ts';

const option = (configId: string, category?: string): SessionConfigOption =>
  ({ type: 'boolean', configId, name: configId, category, currentValue: false }) as SessionConfigOption;

const order = (...options: SessionConfigOption[]): string[] => besideModel(options).map(({ configId }) => configId);

test(verifies('CFG-11', 'options about the model stand behind it, wherever the agent has them'), () => {
  const [mode, model, size, speed] = [
    option('mode', 'mode'),
    option('model', 'model'),
    option('size', 'model_config'),
    option('speed', 'model_config'),
  ];
  expect(order(size, mode, model, option('web'), speed)).toEqual(['mode', 'model', 'size', 'speed', 'web']);
  expect(order(size, mode)).toEqual(['size', 'mode']);
});

test('a value is shown with the group that it belongs to', () => {
  const values = [
    { group: 'fast', name: 'Fast', options: [{ value: 'a', name: 'A', description: 'small' }] },
    { group: 'slow', name: 'Slow', options: [{ value: 'b', name: 'B' }] },
  ];
  const grouped = { type: 'select', configId: 'model', name: 'Model', currentValue: 'b', options: values };
  expect(valuesOf(grouped as unknown as SessionConfigOption)).toEqual([
    { value: 'a', name: 'A', description: 'small', group: 'Fast', isCurrent: false },
    { value: 'b', name: 'B', description: '', group: 'Slow', isCurrent: true },
  ]);
});
