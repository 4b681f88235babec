// @vitest-environment happy-dom
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { expect, test, vi } from 'vitest';
import { act } from 'react';

import { FileLinks } from '../markdown/file-links.ts';
import { fakeSession, place } from './fake-session.test-support.tsx';
import { Plans } from './plans.tsx';

const plan = (fields: object): SessionUpdate => ({ sessionUpdate: 'plan_update', plan: fields }) as SessionUpdate;

test('several plans are shown at once: steps, a text, and a file that opens', () => {
  const { session, apply } = fakeSession();
  using drawn = place();
  const open = vi.fn();
  apply(
    plan({ type: 'items', planId: 'a', entries: [{ content: 'Read', status: 'completed', priority: 'low' }] }),
    plan({ type: 'markdown', planId: 'b', content: '# Steps\n\n1. one' }),
    plan({ type: 'file', planId: 'c', uri: 'file:///work/plan.md' }),
    plan({ type: '_other', planId: 'd' }),
  );
  drawn.draw(
    <FileLinks value={open}>
      <Plans session={session} />
    </FileLinks>,
  );
  const buttons = [...drawn.element.querySelectorAll<HTMLElement>('button')];
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Plan: 1 of 1 done',
    'Plan',
    'plan.md',
    'Plan of the kind _other',
  ]);
  act(() => {
    for (const button of buttons) button.click();
  });
  expect(open).toHaveBeenCalledWith({ path: '/work/plan.md', line: undefined });
  expect(drawn.element.querySelectorAll('li')).toHaveLength(2);
  expect(drawn.element.textContent).toContain('Done:Read');
  apply({ sessionUpdate: 'plan_removed', planId: 'a' });
  expect(drawn.element.textContent).not.toContain('1 of 1');
});
