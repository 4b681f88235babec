// @vitest-environment happy-dom
/** The messages that wait, of this user and of others. */
import type { Queue, QueuedMessage, SessionStore } from '@acp-stack/react';
import { text } from '@acp-stack/sdk';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ComposerModel, Note } from './composer-model.ts';
import { QueueList } from './queue-list.tsx';

const calls: string[] = [];
const notes: (Note | undefined)[] = [];
const message = (id: string, fields: Partial<QueuedMessage> = {}): QueuedMessage => ({
  id,
  content: [text(id)],
  mode: 'queue',
  isOwn: true,
  from: undefined,
  replace: async (input) => void calls.push(`replace ${id} ${JSON.stringify(input)}`),
  revoke: async () => void calls.push(`revoke ${id}`),
  ...fields,
});
const queue = (...messages: readonly QueuedMessage[]): Queue => ({
  messages,
  canSteer: true,
  canQueue: true,
  add: () => Promise.resolve(),
  move: async (id, index) => void calls.push(`move ${id} ${index}`),
});
const model = { say: (note: Note | undefined) => notes.push(note) } as unknown as ComposerModel;
const session = {} as SessionStore;

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.replaceChildren(document.createElement('main'));
  root = createRoot(document.querySelector('main') as HTMLElement);
});
afterEach(() => {
  act(() => {
    root.unmount();
  });
  calls.length = 0;
  notes.length = 0;
  vi.unstubAllGlobals();
});

const show = (shown: Queue): void => {
  act(() => {
    root.render(<QueueList session={session} model={model} queue={shown} />);
  });
};
const items = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('li')];
const button = (item: HTMLElement | undefined, label: string): HTMLButtonElement | null =>
  item?.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`) ?? null;

test('messages of others are shown as theirs, and cannot be changed', () => {
  show(
    queue(message('steering', { mode: 'steer' }), message('mine'), message('theirs', { isOwn: false, from: 'bob' })),
  );
  expect(items().map(({ textContent }) => textContent)).toEqual([
    'Steerssteering',
    'Queuedmine',
    'Queued by bobtheirs',
  ]);
  expect(items()[2]?.querySelectorAll('button')).toHaveLength(0);
  // Neither before a message that steers nor behind one of another user.
  expect([button(items()[1], 'Move up')?.disabled, button(items()[1], 'Move down')?.disabled]).toEqual([true, true]);
});

test('a message is moved by dragging it to the place of another one', () => {
  show(queue(message('one'), message('two'), message('three')));
  const [first, , third] = items();
  const drag = (element: HTMLElement | undefined, type: string): Event => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    act(() => {
      element?.dispatchEvent(event);
    });
    return event;
  };
  drag(third, 'dragstart');
  expect(drag(first, 'dragover').defaultPrevented).toBe(true);
  drag(first, 'drop');
  expect(calls).toEqual(['move three 0']);
});

test('a message that was delivered meanwhile says so', async () => {
  show(queue(message('one', { revoke: () => Promise.reject(new Error('It was delivered.')) })));
  await act(async () => {
    button(items()[0], 'Remove message')?.click();
    await Promise.resolve();
  });
  expect(notes).toEqual([{ kind: 'error', text: 'The message was not removed: It was delivered.' }]);
});
