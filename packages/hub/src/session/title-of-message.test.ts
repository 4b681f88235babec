import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import type { LogRecord } from '../store/records.ts';
import { TestNode } from './scripted-agents.test-support.ts';
import { titleOfMessage } from './title-of-message.ts';

const message = (...texts: readonly string[]): LogRecord => ({
  kind: 'update',
  update: { sessionUpdate: 'user_message', messageId: 'm', content: texts.map((text) => ({ type: 'text', text })) },
});

describe('the title that a first message gives', () => {
  test.each([
    ['a line', ['Mow the lawn'], 'Mow the lawn'],
    ['several lines and blocks', ['  Mow\n the', 'lawn '], 'Mow the lawn'],
    ['a long text', ['word '.repeat(30)], `${'word '.repeat(16).trim()}…`],
    ['a long word', ['x'.repeat(200)], `${'x'.repeat(80)}…`],
    ['a text that would be cut in a character', [`${'x'.repeat(79)}😀😀`], `${'x'.repeat(79)}…`],
  ])('of %s', (_, texts, title) => {
    expect(titleOfMessage([message(...texts)])).toBe(title);
  });

  test('is none for a message without text, and for other records', () => {
    expect(titleOfMessage([message(' '), { kind: 'handed', item: 1, key: 'k' }])).toBeUndefined();
  });
});

test('a session of an agent without titles is listed with the beginning of its first message', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const titles: unknown[] = [(await node.store.get(sessionId))?.title];
  for (const words of ['Mow the lawn', 'Cut the hedge']) {
    const item = await node.prompt(session, words);
    await settled();
    await node.agents.last.answer('done');
    await node.result(sessionId, item);
    titles.push((await node.store.get(sessionId))?.title);
  }
  expect(titles).toEqual([null, 'Mow the lawn', 'Mow the lawn']);
});

test('a title of the agent takes its place', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const item = await node.prompt(session, 'Mow the lawn');
  await settled();
  await node.agents.last.answer('done');
  await node.result(sessionId, item);
  await node.agents.last.say({ sessionUpdate: 'session_info_update', title: 'The lawn' });
  await expect.poll(async () => (await node.store.get(sessionId))?.title).toBe('The lawn');
});
