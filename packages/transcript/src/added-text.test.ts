import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { TranscriptStore } from './transcript-store.ts';
import { AddedText } from './added-text.ts';

/** What is added by each of the updates: the type of the entry and the text. */
function additions(updates: readonly SessionUpdate[]): readonly string[] {
  const [store, added] = [new TranscriptStore(), new AddedText()];
  const all: string[] = [];
  store.subscribe((changes, transcript) => {
    for (const change of changes) {
      const addition = added.of(change, transcript);
      if (addition !== undefined) all.push(`${addition.entry.type}: ${addition.text}`);
    }
  });
  for (const update of updates) store.apply(update);
  return all;
}

const text = (words: string): { type: 'text'; text: string } => ({ type: 'text', text: words });
const chunk = (words: string, messageId = 'm'): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: text(words),
});

test('is the text of each chunk, of messages and thoughts of the agent', () => {
  const thought: SessionUpdate = { sessionUpdate: 'agent_thought_chunk', messageId: 't', content: text('Hm') };
  const user: SessionUpdate = { sessionUpdate: 'user_message', messageId: 'u', content: [text('Hello')] };
  const image: SessionUpdate = {
    sessionUpdate: 'agent_message_chunk',
    messageId: 'm',
    content: { type: 'image', data: 'AAAA', mimeType: 'image/png' },
  };
  expect(additions([user, thought, chunk('Red'), image, chunk(' roses')])).toEqual([
    'agent_thought: Hm',
    'agent_message: Red',
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
