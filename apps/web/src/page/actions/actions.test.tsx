// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';

import { ActionTable, pageActions, useActions } from './actions.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const action = (id: string, title = id): Parameters<ActionTable['set']>[1][number] => ({
  id,
  title,
  run: () => undefined,
});

test('of two actions with the same id the later one counts, until its owner is gone', () => {
  const table = new ActionTable();
  const [first, second] = [Symbol('first'), Symbol('second')];
  table.set(first, [action('a', 'one'), action('b')]);
  table.set(second, [action('a', 'two')]);
  expect(table.all().map(({ title }) => title)).toEqual(['two', 'b']);
  table.remove(second);
  expect(table.all().map(({ title }) => title)).toEqual(['one', 'b']);
});

test('a component has its actions while it is shown, with its newest functions', () => {
  const seen: number[] = [];
  const Part = ({ value }: { readonly value: number }): null => {
    useActions([{ id: 'say', title: 'Say', run: () => seen.push(value) }]);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => {
    root.render(<Part value={1} />);
  });
  const before = pageActions.all();
  act(() => {
    root.render(<Part value={2} />);
  });
  expect(pageActions.all()).toBe(before);
  pageActions.all()[0]?.run();
  expect(seen).toEqual([2]);
  act(() => {
    root.unmount();
  });
  expect(pageActions.all()).toEqual([]);
});
