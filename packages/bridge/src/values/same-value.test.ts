import { expect, test } from 'vitest';

import { memberNames } from '../../../../test/support/member-names.ts';
import { isSameValue } from './same-value.ts';

test.each(memberNames)('a field %s counts only where an object has it', (name) => {
  const having = JSON.parse(`{"${name}":{}}`) as object;
  expect(isSameValue({}, having)).toBe(false);
  expect(isSameValue(having, {})).toBe(false);
  expect(isSameValue(having, JSON.parse(`{"${name}":{}}`))).toBe(true);
  expect(isSameValue({}, JSON.parse(`{"${name}":null}`))).toBe(true);
});
