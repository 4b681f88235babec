import type { ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { blockText } from './state/selectors.ts';
import { AddedContent } from './added-content.ts';

/** What is added by each of the updates: the type of the message, and the text or the type of each block. */
function additions(updates: readonly SessionUpdate[]): readonly string[] {
  const added = new AddedContent();
  return updates.flatMap((update) => {
    const { type, blocks = [] } = added.of(update) ?? {};
    return type === undefined
      ? []
      : [`${type}: ${blocks.map((block) => blockText(block) ?? `(${block.type})`).join('|')}`];
  });
}

const text = (words: string): { type: 'text'; text: string } => ({ type: 'text', text: words });
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
const chunk = (words: string, messageId = 'm'): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: text(words),
});

test('is the content of each chunk, of messages and thoughts of the agent', () => {
  const thought: SessionUpdate = { sessionUpdate: 'agent_thought_chunk', messageId: 't', content: text('Hm') };
  const user: SessionUpdate = { sessionUpdate: 'user_message', messageId: 'u', content: [text('Hello')] };
  const picture: SessionUpdate = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: image };
  expect(additions([user, thought, chunk('Red'), picture, chunk(''), chunk(' roses')])).toEqual([
    'agent_thought: Hm',
    'agent_message: Red',
    'agent_message: (image)',
    'agent_message:  roses',
  ]);
});

test('is what a whole message has more than was written, and nothing if it says something else', () => {
  const whole = (words: string): SessionUpdate => ({
    sessionUpdate: 'agent_message',
    messageId: 'm',
    content: [text(words)],
  });
  expect(additions([whole('Red'), whole('Red roses'), whole('Red roses'), whole('Tulips'), chunk('!')])).toEqual([
    'agent_message: Red',
    'agent_message:  roses',
    'agent_message: !',
  ]);
});

test('keeps the order of the blocks of a message, and repeats none', () => {
  const message = (...content: readonly ContentBlock[]): SessionUpdate => ({
    sessionUpdate: 'agent_message',
    messageId: 'm',
    content: [...content],
  });
  expect(
    additions([
      message(image, text('Red')),
      message(image, text('Red roses'), image, text(', cut')),
      message(image, text('Red roses'), image, text(', cut')),
    ]),
  ).toEqual(['agent_message: (image)|Red', 'agent_message:  roses|(image)|, cut']);
});

test('repeats nothing of a message that goes on after a tool call, when the agent sends it as a whole', () => {
  const call: SessionUpdate = { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Cut' };
  const whole: SessionUpdate = { sessionUpdate: 'agent_message', messageId: 'm', content: [text('Red roses, cut')] };
  expect(additions([chunk('Red'), call, chunk(' roses'), whole])).toEqual([
    'agent_message: Red',
    'agent_message:  roses',
    'agent_message: , cut',
  ]);
});
