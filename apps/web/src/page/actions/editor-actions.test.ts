import { expect, test } from 'vitest';

import { ActionTable } from './actions.ts';
import { runWhenThere } from './editor-actions.ts';

const never = new AbortController().signal;

test('an action that the editor asks for runs at once, or when the page has it', () => {
  const table = new ActionTable();
  const ran: string[] = [];
  const action = (id: string): { id: string; title: string; run: () => void } => ({
    id,
    title: id,
    run: () => void ran.push(id),
  });
  table.set(Symbol('first'), [action('new-session')]);
  runWhenThere('new-session', table, never);
  runWhenThere('agents', table, never);
  expect(ran).toEqual(['new-session']);
  table.set(Symbol('second'), [action('agents')]);
  table.set(Symbol('third'), [action('other')]);
  expect(ran).toEqual(['new-session', 'agents']);
});

test('an action that does not come in time is not run later', () => {
  const table = new ActionTable();
  const limit = new AbortController();
  let ran = 0;
  runWhenThere('agents', table, limit.signal);
  limit.abort();
  table.set(Symbol('late'), [{ id: 'agents', title: 'Agents', run: () => (ran += 1) }]);
  expect(ran).toBe(0);
});
