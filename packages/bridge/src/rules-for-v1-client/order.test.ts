/**
 * The updates of a version 2 agent reach the client of version 1 in their order, however long they are.
 *
 * Every update carries a mark. Content that is sent again shows old marks again; marks are seen for the first time in
 * the order in which they were sent.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { WireMessage } from '../raw-peers.test-support.ts';
import { chunk, idle, opened, prompt, running, text } from './open-session.test-support.ts';

const kinds = [
  'message',
  'thought',
  'piece',
  'terminal',
  'status',
  'content',
  'plan',
  'usage',
  'info',
  'ask',
  'permission',
] as const;

const step = fc.record({
  kind: fc.oneof(
    fc.constantFrom(...kinds),
    { weight: 2, arbitrary: fc.constant('piece' as const) },
    fc.constant('wait' as const),
  ),
  toolCallId: fc.constantFrom('t', 'u'),
  /** Long enough that a few of them are too much to be repeated. */
  length: fc.constantFrom<number>(0, 10, 3000, 20_000),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const mark = (index: number): string => `<${index}>`;
const terminalOf = (toolCallId: string): string => `terminal of ${toolCallId}`;

function updateOf({ kind, toolCallId, length }: Step, index: number): object {
  const words = mark(index) + '.'.repeat(length);
  const item = { type: 'content', content: text(words) };
  switch (kind) {
    case 'message':
      return chunk('a', words);
    case 'thought':
      return chunk('b', words, 'agent_thought');
    case 'piece':
      return { sessionUpdate: 'tool_call_content_chunk', toolCallId, content: item };
    case 'terminal':
      return {
        sessionUpdate: 'terminal_output_chunk',
        terminalId: terminalOf(toolCallId),
        data: btoa(`${words}\n`),
      };
    case 'status':
      return { sessionUpdate: 'tool_call_update', toolCallId, rawInput: words, status: 'in_progress' };
    case 'content':
      return {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        content: [item, { type: 'terminal', terminalId: terminalOf(toolCallId) }],
      };
    case 'plan':
      return {
        sessionUpdate: 'plan_update',
        plan: {
          type: 'items',
          planId: 'p',
          entries: [{ content: mark(index), priority: 'medium', status: 'pending' }],
        },
      };
    case 'usage':
      return { sessionUpdate: 'usage_update', used: 1, size: 1, _meta: { mark: mark(index) } };
    case 'info':
      return { sessionUpdate: 'session_info_update', title: words };
    case 'ask':
    case 'permission':
    case 'wait':
  }
  throw new Error(`${kind} is not an update.`);
}

/** The marks in the order in which they are first seen; those of one message arrive together. */
function marksIn(messages: readonly WireMessage[]): number[] {
  const seen = new Set<number>();
  for (const message of messages) {
    const marks = [...JSON.stringify(message).matchAll(/<(\d+)>/g)].map(([, index]) => Number(index));
    for (const index of marks.toSorted((left, right) => left - right)) seen.add(index);
  }
  return [...seen];
}

describe('order', () => {
  test('is that of the agent, whatever it says and however long that is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        await using ends = await opened();
        const sent: number[] = [];
        // The tool calls show their terminals from the beginning.
        for (const toolCallId of ['t', 'u']) {
          const content = [{ type: 'terminal', terminalId: terminalOf(toolCallId) }];
          ends.agent.update('s', { sessionUpdate: 'tool_call_update', toolCallId, title: 'Work', content });
        }
        for (const [index, each] of steps.entries()) {
          if (each.kind === 'wait') {
            await ends.advance(60);
            continue;
          }
          sent.push(index);
          if (each.kind === 'ask') ends.agent.request('_x/ask', { mark: mark(index) });
          else if (each.kind === 'permission') {
            const options = [{ optionId: 'y', name: mark(index), kind: 'allow_once' }];
            ends.agent.request('session/request_permission', { sessionId: 's', title: 'May I?', options });
          } else ends.agent.update('s', updateOf(each, index));
        }
        await ends.advance(1000);
        expect(marksIn(ends.client.received)).toEqual(sent);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test('is kept up to the answer to a prompt, before which the client has everything', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'go', 'p');
    ends.agent.answer(asked.id, { messageId: 'm' });
    ends.agent.update('s', running);
    for (let index = 0; index < 60; index += 1) {
      const kind = index % 2 === 0 ? 'piece' : 'thought';
      ends.agent.update('s', updateOf({ kind, toolCallId: 't', length: 3000 }, index));
    }
    ends.agent.update('s', idle);
    await ends.settle();
    const messages = ends.client.take();
    expect(messages.at(-1)).toMatchObject({ id: 'p', result: { stopReason: 'end_turn' } });
    expect(messages.at(-2)?.params).toMatchObject({ update: { content: { length: 30 } } });
  });

  test('costs no more than a few times what was said', async () => {
    await using ends = await opened();
    let said = 0;
    for (let index = 0; index < 2000; index += 1) {
      // Two tool calls by turns, and a terminal in between: no two pieces follow each other.
      const turns = ['piece', 'terminal', 'piece', 'thought'] as const;
      const toolCallId = index % 4 === 2 ? 'u' : 't';
      const update = updateOf({ kind: turns[index % 4] ?? 'piece', toolCallId, length: 1000 }, index);
      ends.agent.update('s', update);
      said += JSON.stringify(update).length;
    }
    await ends.settle();
    expect(JSON.stringify(ends.client.take()).length).toBeLessThan(3 * said);
  });
});
