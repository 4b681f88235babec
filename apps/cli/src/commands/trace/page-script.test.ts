/** The program of the page, over a document of a few objects. */
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { pageScript } from './page-script.ts';

interface Element {
  readonly listeners: Map<string, (event?: unknown) => void>;
  [name: string]: unknown;
}

function element(fields: Readonly<Record<string, unknown>> = {}): Element {
  const listeners = new Map<string, (event?: unknown) => void>();
  const addEventListener = (name: string, run: (event?: unknown) => void): void => void listeners.set(name, run);
  return { listeners, addEventListener, value: '', checked: false, open: false, blur: () => undefined, ...fields };
}

interface RowOptions {
  readonly text: string;
  readonly isBad?: boolean;
  readonly change?: string;
}

/** A page with these rows; `changes` is absent where the trace is not of a chain. */
function open(options: readonly RowOptions[], isChain = true) {
  const document = element({ activeElement: null });
  const rows = options.map(({ text, isBad = false, change }) => {
    const row: Element = element({
      textContent: text,
      dataset: { ...(change === undefined ? {} : { change }), ...(isBad ? { bad: '' } : {}) },
      hidden: false,
      scrollIntoView: () => undefined,
      querySelector: () => ({ focus: () => void (document['activeElement'] = { closest: () => row }) }),
    });
    return row;
  });
  const ids: Record<string, Element> = Object.fromEntries(
    ['filter', 'legend', 'errors', 'next', 'previous', ...(isChain ? ['changes'] : [])].map((id) => [id, element()]),
  );
  document['getElementById'] = (id: string) => ids[id] ?? null;
  document['querySelectorAll'] = () => rows;
  runInNewContext(pageScript, { document });
  const press = (key: string, target: unknown = document): void =>
    document.listeners.get('keydown')?.({ key, target, preventDefault: () => undefined });
  const focused = (): unknown =>
    (document['activeElement'] as { closest: () => Element } | null)?.closest()['textContent'];
  const shown = (): unknown[] => rows.filter(({ hidden }) => hidden !== true).map(({ textContent }) => textContent);
  return { ids, press, focused, shown };
}

const rows: readonly RowOptions[] = [
  { text: 'initialize' },
  { text: 'first fault', isBad: true },
  { text: 'prompt', change: 'changed' },
  { text: 'second fault', isBad: true, change: 'made' },
];

test('n and p go to the next and the previous error, and around', () => {
  const { press, focused, ids } = open(rows);
  expect(ids['errors']).toMatchObject({ textContent: '✗ 2 errors' });
  const visited = ['n', 'n', 'n', 'p'].map((key) => {
    press(key);
    return focused();
  });
  expect(visited).toEqual(['first fault', 'second fault', 'first fault', 'second fault']);
  expect(ids['errors']).toMatchObject({ textContent: '✗ 2 of 2 errors' });
});

test('c shows only hops where the message changed, and errors among them', () => {
  const { press, shown, focused, ids } = open(rows);
  press('c');
  expect(shown()).toEqual(['prompt', 'second fault']);
  press('n');
  expect(focused()).toBe('second fault');
  expect(ids['errors']).toMatchObject({ textContent: '✗ 1 of 1 error' });
  press('c');
  expect(shown()).toHaveLength(4);
});

test('the text filter and the filter of changes hold together, and Escape clears the text', () => {
  const { ids, press, shown } = open(rows);
  const { filter } = ids;
  if (filter === undefined) throw new Error('no filter');
  filter['value'] = 'FAULT';
  filter.listeners.get('input')?.();
  expect(shown()).toEqual(['first fault', 'second fault']);
  press('c');
  expect(shown()).toEqual(['second fault']);
  press('Escape', filter);
  expect(shown()).toEqual(['prompt', 'second fault']);
});

test('keys are text in the filter, and ? opens the legend elsewhere', () => {
  const { ids, press, shown } = open(rows);
  for (const key of ['c', '?', 'n']) press(key, ids['filter']);
  expect(shown()).toHaveLength(4);
  expect(ids['legend']).toMatchObject({ open: false });
  press('?');
  expect(ids['legend']).toMatchObject({ open: true });
});

test('without a chain and without errors the keys do nothing', () => {
  const { ids, press, shown } = open([{ text: 'initialize' }], false);
  for (const key of ['c', 'n', 'p', 'x', 'constructor']) press(key);
  expect(shown()).toEqual(['initialize']);
  expect(ids).toMatchObject({ next: { disabled: true }, previous: { disabled: true } });
  expect(ids['errors']).toMatchObject({ textContent: 'no errors', className: 'none' });
});
