import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { mergedHistory } from './merged-history.ts';

const chunk = (messageId: string, text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text },
});
const output = (terminalId: string, text: string): SessionUpdate => ({
  sessionUpdate: 'terminal_output_chunk',
  terminalId,
  data: Buffer.from(text).toString('base64'),
});
const call: SessionUpdate = { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Dig' };

async function whole(updates: readonly SessionUpdate[]): Promise<SessionUpdate[]> {
  async function* all(): AsyncGenerator<SessionUpdate> {
    yield* updates;
  }
  const told: SessionUpdate[] = [];
  for await (const update of mergedHistory(all())) told.push(update);
  return told;
}

describe('mergedHistory', () => {
  test('makes one message of chunks that follow one another', async () => {
    expect(await whole([chunk('m', 'a'), chunk('m', 'b'), chunk('n', 'c')])).toEqual([
      { sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: 'ab' }] },
      { sessionUpdate: 'agent_message', messageId: 'n', content: [{ type: 'text', text: 'c' }] },
    ]);
  });

  test('goes on in chunks where a message was begun before, because a whole one would replace that', async () => {
    expect(await whole([chunk('m', 'a'), call, chunk('m', 'b'), chunk('m', 'c')])).toEqual([
      { sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: 'a' }] },
      call,
      chunk('m', 'bc'),
    ]);
  });

  test('joins text whose other fields are null, which say nothing', async () => {
    const empty: SessionUpdate = {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: { type: 'text', text: 'a', annotations: null },
    };
    expect(await whole([empty, chunk('m', 'b')])).toEqual([
      { sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: 'ab' }] },
    ]);
  });

  test('passes output of a terminal on that is not base64', async () => {
    const broken: SessionUpdate = { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: '§' };
    const updates = [output('t', 'a'), broken, output('t', 'b')];
    expect(await whole(updates)).toEqual(updates);
  });

  test('keeps blocks apart that are not plain text, and chunks that say more', async () => {
    const link: SessionUpdate = {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: { type: 'resource_link', uri: 'file:///a', name: 'a' },
    };
    const marked = { ...chunk('m', 'z'), _meta: { a: 1 } };
    expect(await whole([chunk('m', 'a'), link, chunk('m', 'b'), marked])).toEqual([
      {
        sessionUpdate: 'agent_message',
        messageId: 'm',
        content: [{ type: 'text', text: 'a' }, link.content, { type: 'text', text: 'b' }],
      },
      marked,
    ]);
  });

  test('joins the bytes of a terminal', async () => {
    const [joined, ...others] = await whole([output('t', 'héll'), output('t', 'o'), output('u', 'x')]);
    expect(Buffer.from((joined as { data: string }).data, 'base64').toString()).toBe('héllo');
    expect(others).toEqual([output('u', 'x')]);
  });

  test('says what the chunks said, whatever lies between them', async () => {
    const update = fc.oneof(
      fc.tuple(fc.constantFrom('m', 'n'), fc.string()).map(([id, text]) => chunk(id, text)),
      fc.tuple(fc.constantFrom('t', 'u'), fc.string()).map(([id, text]) => output(id, text)),
      fc.constant(call),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(update, { maxLength: 30 }), async (updates) => {
        const told = await whole(updates);
        expect(told.length).toBeLessThanOrEqual(updates.length);
        expect(meaning(told)).toEqual(meaning(updates));
      }),
    );
  });
});

/** The result for a reader: the text of each message and terminal, and how many tool call updates there were. */
function meaning(updates: readonly SessionUpdate[]): unknown {
  const texts = new Map<string, string>();
  const add = (id: string, text: string): void => void texts.set(id, (texts.get(id) ?? '') + text);
  let calls = 0;
  for (const update of updates) {
    if (update.sessionUpdate === 'agent_message_chunk') add(update.messageId, textOf([update.content]));
    else if (update.sessionUpdate === 'agent_message') texts.set(update.messageId, textOf(update.content));
    else if (update.sessionUpdate === 'terminal_output_chunk')
      add(update.terminalId, Buffer.from(update.data, 'base64').toString('latin1'));
    else calls += 1;
  }
  return [calls, Object.fromEntries(texts)];
}

const textOf = (blocks: unknown): string => (blocks as { text: string }[]).map(({ text }) => text).join('');
