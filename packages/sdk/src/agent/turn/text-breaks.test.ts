import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { agent } from '../agent.ts';
import { info, open } from '../raw-client.test-support.ts';
import type { PromptHandler } from '../session/agent-session.ts';
import type { Turn } from '../session/agent-session.ts';

/** The texts of each message and thought, in the order of their ids. */
async function messagesOf(handler: PromptHandler): Promise<string[]> {
  const { call, updates, sessionId, reports } = await open(agent(info).onPrompt(handler));
  await call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'work' }] });
  await settled();
  expect(reports).toEqual([]);
  const texts = new Map<unknown, string>();
  for (const { sessionUpdate, messageId, content } of updates()) {
    if (!sessionUpdate.startsWith('agent_')) continue;
    const [block] = [content].flat() as { text: string }[];
    const before = sessionUpdate.endsWith('_chunk') ? (texts.get(messageId) ?? '') : '';
    texts.set(messageId, `${before}${block?.text ?? ''}`);
  }
  return [...texts.values()];
}

/** Text, what `between` does, and more text through the same stream. */
const around = (between: (turn: Turn) => unknown): Promise<string[]> =>
  messagesOf(async (turn) => {
    const { message } = turn;
    await message.append('First. ');
    await between(turn);
    await message.append('Then');
    await message.append('.');
  });

const two = ['First. ', 'Then.'];
const one = ['First. Then.'];

describe('text of an agent', () => {
  test('that follows a tool call is a new message with an id of its own', async () => {
    expect(await around((turn) => turn.toolCall({ title: 'Look' }).complete())).toEqual(two);
  });

  test('that follows a plan, a compaction or another update of the conversation is a new message', async () => {
    const entries = [{ content: 'Look', priority: 'high', status: 'pending' } as const];
    expect(await around((turn) => turn.plan(entries))).toEqual(two);
    expect(await around((turn) => turn.compaction().complete())).toEqual(two);
    const call: SessionUpdate = { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Look' };
    expect(await around((turn) => turn.update(call))).toEqual(two);
    expect(await around((turn) => turn.session.update(call))).toEqual(two);
  });

  test('grows beside a thought, each with one id', async () => {
    const texts = await messagesOf(async ({ message, thought }) => {
      await thought.append('Hm');
      await message.append('First. ');
      await thought.append('.');
      await message.append('Then.');
    });
    expect(texts).toEqual(['Hm.', ...one]);
  });

  test('goes on in its message when a known tool call, a terminal, a notice or the usage changes', async () => {
    const texts = await messagesOf(async (turn) => {
      const call = turn.toolCall({ title: 'Look' });
      await turn.message.append('First. ');
      await call.start();
      await call.append('rose');
      await turn.terminal().write('tulip');
      await turn.session.notice('info', 'Busy');
      await turn.session.usage({ used: 1, size: 2 });
      await call.complete();
      await turn.message.append('Then.');
    });
    expect(texts).toEqual(one);
  });

  test('replaces the message that was written last, and what is appended after a tool call stays apart', async () => {
    const texts = await messagesOf(async (turn) => {
      await turn.message.append('Frist. ');
      turn.toolCall({ title: 'Look' });
      await turn.message.replace('First. ');
      await turn.message.append('Then.');
    });
    expect(texts).toEqual(two);
  });

  test('that begins with a replacement after a tool call goes on in it', async () => {
    const texts = await messagesOf(async (turn) => {
      const { message } = turn;
      turn.toolCall({ title: 'Look' });
      await message.replace('First. ');
      await message.append('Then.');
    });
    expect(texts).toEqual(one);
  });

  test('of two messages that are written in turns stays in these two', async () => {
    const texts = await messagesOf(async (turn) => {
      const [left, right] = [turn.newMessage(), turn.newMessage()];
      await left.append('First. ');
      await right.append('A');
      await left.append('Then.');
      await right.append('B');
    });
    expect(texts).toEqual([...one, 'AB']);
  });
});
