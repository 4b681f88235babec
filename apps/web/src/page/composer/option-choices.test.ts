import type { SessionConfigOption } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { choicesOf, isSelect, isToggle } from './option-choices.ts';

const option = (fields: object): SessionConfigOption =>
  ({ configId: 'model', name: 'Model', type: 'select', currentValue: 'a', ...fields }) as SessionConfigOption;
const read = (fields: object): unknown => {
  const each = option(fields);
  return isSelect(each) ? choicesOf(each) : undefined;
};

test('a plain list keeps the order of the agent', () => {
  expect(
    read({
      options: [
        { value: 'b', name: 'B', description: 'Large' },
        { value: 'a', name: 'A' },
      ],
    }),
  ).toEqual([
    { value: 'b', label: 'B', description: 'Large' },
    { value: 'a', label: 'A', description: undefined },
  ]);
});

test('values of groups have the name of their group', () => {
  const options = [{ groupId: 'g', name: 'Fast', options: [{ value: 'a', name: 'A' }] }];
  expect(read({ options })).toEqual([{ value: 'a', label: 'A', description: undefined, group: 'Fast' }]);
});

test('an option of an unknown type is neither a list nor a switch', () => {
  const unknown = option({ type: '_slider' });
  expect([isSelect(unknown), isToggle(unknown)]).toEqual([false, false]);
});
