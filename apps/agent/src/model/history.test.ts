import type { SessionUpdate } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { memberNames } from '../../../../test/support/member-names.ts';
import { messagesFromHistory } from './history.ts';
import { openModelFixture, shown, tool } from './model-fixture.test-support.ts';

const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
const user = (messageId: string, value: string): SessionUpdate => ({
  sessionUpdate: 'user_message',
  messageId,
  content: [text(value)],
});
const chunk = (messageId: string, value: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: text(value),
});
const call = (toolCallId: string, patch: object): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...patch,
});

describe('a conversation from stored updates', () => {
  test('is what the model was told before, without its thoughts', async () => {
    const turns = [
      { reasoning: 'hm', text: 'I look.', toolCalls: [{ id: 'x', name: 'read', input: { path: '/a' } }] },
      { text: 'Seen.' },
    ];
    const reading = tool('read', () => Promise.resolve({ content: [shown('rose')] }));
    await using fixture = await openModelFixture({ turns, tools: [reading] });
    await fixture.session.prompt('look');
    const rebuilt = JSON.stringify(await messagesFromHistory(fixture.heard));
    const id = /"id":"(?<id>call_[^"]+)"/u.exec(rebuilt)?.groups?.['id'] ?? '';
    const told = fixture.conversation.messages.map((message) => ({
      ...message,
      content: message.content.filter(({ type }) => type !== 'thought'),
    }));
    expect(JSON.parse(rebuilt.replaceAll(id, 'x'))).toEqual(told);
  });

  test('joins chunks and takes replacements for what they replace', async () => {
    const messages = await messagesFromHistory([
      user('u', 'hi'),
      chunk('a', 'Half of'),
      { sessionUpdate: 'agent_message', messageId: 'a', content: [] },
      chunk('b', 'Who'),
      chunk('b', 'le.'),
    ]);
    expect(messages).toEqual([
      { role: 'user', content: [text('hi')] },
      { role: 'assistant', content: [text('Whole.')] },
    ]);
  });

  test('puts calls that follow each other into one answer, and tells unfinished ones as interrupted', async () => {
    const messages = await messagesFromHistory([
      user('u', 'go'),
      call('c1', { name: 'read', status: 'pending', rawInput: { path: '/a' } }),
      call('c2', { name: 'run', status: 'in_progress', rawInput: { command: 'ls' } }),
      { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c1', content: shown('one') },
      call('c1', { status: 'failed' }),
    ]);
    expect(messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', id: 'c1', name: 'read', input: { path: '/a' } },
          { type: 'tool-call', id: 'c2', name: 'run', input: { command: 'ls' } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', id: 'c1', name: 'read', content: [text('one')], isError: true },
          { type: 'tool-result', id: 'c2', name: 'run', content: [text('This call was interrupted.')], isError: true },
        ],
      },
    ]);
  });

  test('begins anew where it was compacted, with what the user said last', async () => {
    const messages = await messagesFromHistory([
      user('u1', 'much'),
      chunk('a', 'Much.'),
      user('u2', 'more'),
      { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'in_progress' },
      { sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: text('They talked.') },
      { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed' },
      chunk('b', 'More.'),
    ]);
    expect(messages).toHaveLength(3);
    expect(JSON.stringify(messages[0])).toContain('They talked.');
    expect(messages.slice(1)).toEqual([
      { role: 'user', content: [text('more')] },
      { role: 'assistant', content: [text('More.')] },
    ]);
  });

  test('leaves a compaction that failed alone, and a refused prompt out', async () => {
    const messages = await messagesFromHistory([
      user('u1', 'hi'),
      { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'failed' },
      chunk('a', 'Hello.'),
      user('u2', 'bad'),
      chunk('b', 'No.'),
      { sessionUpdate: 'state_update', state: 'idle', stopReason: 'refusal' },
    ]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  test('keeps files, links and embedded resources of prompts', async () => {
    const [message] = await messagesFromHistory([
      {
        sessionUpdate: 'user_message',
        messageId: 'u',
        content: [
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
          { type: 'resource_link', uri: 'file:///a', name: 'a' },
          { type: 'resource', resource: { uri: 'file:///b', text: 'rose' } },
          { type: 'resource', resource: { uri: 'file:///c', blob: 'AAAA', mimeType: 'application/zip' } },
        ],
      },
    ]);
    expect(message?.content).toEqual([
      { type: 'file', mediaType: 'image/png', data: 'AAAA' },
      text('[a](file:///a)'),
      text('<resource uri="file:///b">\nrose\n</resource>'),
      text('(The resource file:///c is application/zip and cannot be read.)'),
    ]);
  });
});

test.each(memberNames)('an update of the kind %s says nothing to the model', async (sessionUpdate) => {
  const odd = { sessionUpdate } as unknown as SessionUpdate;
  expect(await messagesFromHistory([odd, user('m', 'hello'), odd])).toEqual(
    await messagesFromHistory([user('m', 'hello')]),
  );
});
