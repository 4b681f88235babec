import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { TokenUsage } from './token-usage.ts';

const usage = (used: number): SessionUpdate => ({ sessionUpdate: 'usage_update', used, size: 100_000 });
const text = (sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk', words: string): SessionUpdate => ({
  sessionUpdate,
  messageId: 'm',
  content: { type: 'text', text: words },
});

test('tokens are estimated from answers and thoughts until the agent reports them', () => {
  const tokens = new TokenUsage();
  tokens.restart({ used: 1000, size: 100_000 });
  expect(tokens.count).toBeUndefined();
  tokens.record(text('agent_thought_chunk', 'x'.repeat(40)));
  tokens.record(text('agent_message_chunk', 'x'.repeat(360)));
  expect(tokens.count).toEqual({ tokens: 100, isEstimated: true });
  tokens.record(usage(3500));
  expect(tokens.count).toEqual({ tokens: 2500, isEstimated: false });
});

test('each work counts from its beginning', () => {
  const tokens = new TokenUsage();
  tokens.record(usage(1000));
  tokens.record(text('agent_message_chunk', 'x'.repeat(400)));
  tokens.begin();
  expect(tokens.count).toBeUndefined();
  tokens.record(usage(1200));
  expect(tokens.count).toEqual({ tokens: 200, isEstimated: false });
});

test('the first report of a session says nothing about the work, because it is the whole context', () => {
  const tokens = new TokenUsage();
  tokens.begin();
  tokens.record(text('agent_message_chunk', 'x'.repeat(40)));
  tokens.record(usage(50_000));
  expect(tokens.count).toEqual({ tokens: 10, isEstimated: true });
});
