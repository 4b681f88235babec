import { memoryJournal, type Journal } from '@acp-stack/journal';
import type { SessionUpdate } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { SessionJournal } from './session-journal.ts';

const place = { cwd: '/garden', additionalDirectories: ['/house'] };

const chunk = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text },
});

const idle: SessionUpdate = { sessionUpdate: 'state_update', state: 'idle' };

/** A journal whose appends wait until `release` is called; `sizes` has the number of updates of each. */
function slowJournal(): { readonly journal: Journal; readonly sizes: number[]; readonly release: () => void } {
  const inner = memoryJournal();
  const sizes: number[] = [];
  let release = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  const journal: Journal = Object.create(inner, {
    append: {
      value: async (...args: Parameters<Journal['append']>) => {
        sizes.push(args[1].length);
        await waiting;
        return inner.append(...args);
      },
    },
    create: { value: inner.create.bind(inner) },
    read: { value: inner.read.bind(inner) },
  }) as Journal;
  return { journal, sizes, release };
}

async function replayed(recorded: SessionJournal, sessionId: string): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const update of recorded.replay(sessionId)) all.push(JSON.stringify(update));
  return all;
}

test('updates that arrive while others are written share the next write, and their sender waits when they are many', async () => {
  const { journal, sizes, release } = slowJournal();
  const recorded = new SessionJournal(journal, () => undefined);
  recorded.begin('s', place);
  await settled();
  expect(recorded.record('s', chunk('0'))).toBeUndefined();
  await settled();
  const texts = Array.from({ length: 1001 }, (_, index) => String(index + 1));
  const waits = texts.map((text) => recorded.record('s', chunk(text)));
  expect(waits.slice(0, 1000).every((each) => each === undefined)).toBe(true);
  expect(waits.at(-1)).toBeInstanceOf(Promise);
  const end = recorded.record('s', idle);
  expect(end).toBeInstanceOf(Promise);
  release();
  await end;
  expect(sizes).toEqual([1, 1001]);
  const all = await replayed(recorded, 's');
  expect(all).toEqual(['0', ...texts].map((text) => JSON.stringify(chunk(text))));
});

test('a copy of a session has its history and its own directories; a deleted one is gone', async () => {
  const recorded = new SessionJournal(memoryJournal(), () => undefined);
  recorded.begin('first', place);
  await recorded.record('first', chunk('one'));
  await recorded.fork('first', 'second', { cwd: '/shed', additionalDirectories: [] });
  await recorded.record('second', chunk('two'));
  expect(await replayed(recorded, 'second')).toEqual([chunk('one'), chunk('two')].map((each) => JSON.stringify(each)));
  const { sessions } = await recorded.list('/shed', undefined);
  expect(sessions).toMatchObject([{ sessionId: 'second', cwd: '/shed' }]);
  await recorded.delete('second');
  expect([await recorded.has('first'), await recorded.has('second')]).toEqual([true, false]);
});

test('a list has the directories of a session, and notices are not told again', async () => {
  const recorded = new SessionJournal(memoryJournal(), () => undefined);
  recorded.begin('s', place);
  await recorded.record('s', { sessionUpdate: 'notice', severity: 'info', title: 'Once' });
  await recorded.close('s');
  expect(await replayed(recorded, 's')).toEqual([]);
  const { sessions } = await recorded.list(undefined, undefined);
  expect(sessions).toMatchObject([{ sessionId: 's', cwd: '/garden', additionalDirectories: ['/house'] }]);
});
