import { expect, test } from 'vitest';

import { widthOf } from '../tui/styled-line.ts';
import { factLines } from './agent-facts.ts';

test('a text of wide letters stays in its column, so that its rest is not taken for another fact', () => {
  const text = `${'漢'.repeat(33)}  runs      npx safe`;
  const lines = factLines([{ name: 'licence', text }], { width: 80, dim: (name) => name });
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((each) => widthOf(each) > 80)).toEqual([]);
  expect(lines.slice(1).filter((each) => !each.startsWith(' '.repeat(11)))).toEqual([]);
});
