/** What is remembered of a session stays within its limits, whatever the agent says. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { KnownFiles } from './known-files.ts';
import { SentMessages } from './sent-messages.ts';
import { ToolCalls } from './tool-calls.ts';

const losesNothing = { lose: () => undefined, omit: () => undefined };
const id = fc.integer({ min: 0, max: 30 }).map(String);
const words = fc.string({ maxLength: 400 });

describe('ToolCalls', () => {
  const limits = { toolContentBytes: 2000, terminalBytes: 300, remembered: 5 };
  const step = fc.record({
    kind: fc.constantFrom('piece', 'content', 'terminal', 'output', 'snapshot', 'flush'),
    toolCallId: id,
    terminalId: id,
    text: words,
  });

  test('keep no more than their limits, flushed or not', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const calls = new ToolCalls({ losses: losesNothing, limits, sendUpdate: () => undefined });
        for (const { kind, toolCallId, terminalId, text } of steps) {
          const item = { type: 'content', content: { type: 'text', text } } as const;
          const shown = { type: 'terminal', terminalId } as const;
          const data = btoa(text.replaceAll(/[^ -~]/g, '?'));
          if (kind === 'piece') calls.append({ toolCallId, content: item });
          if (kind === 'terminal') calls.append({ toolCallId, content: shown });
          if (kind === 'content') calls.update({ toolCallId, content: [item, item] });
          if (kind === 'output') calls.terminalOutput({ terminalId, data });
          if (kind === 'snapshot') calls.terminalUpdate({ terminalId, output: { data } });
          if (kind === 'flush') calls.flush();
          expect(calls.size.terminals).toBeLessThanOrEqual(limits.remembered * limits.terminalBytes);
          expect(calls.size.content).toBeLessThanOrEqual(limits.toolContentBytes);
        }
      }),
    );
  });
});

describe('SentMessages', () => {
  test('forget the oldest, and still know of them that they were sent', () => {
    const messages = new SentMessages({ messageCharacters: 10, remembered: 3 });
    for (const each of ['a', 'b', 'c']) messages.append('agent_message', each, { type: 'text', text: '12345' });
    const content = [{ type: 'text', text: '123456' }] as const;
    expect(messages.missing('agent_message', 'a', content)).toEqual({ kind: 'forgotten' });
    expect(messages.missing('agent_message', 'b', content)).toEqual({
      kind: 'blocks',
      blocks: [{ type: 'text', text: '6' }],
    });
    messages.append('agent_message', 'd', { type: 'text', text: '1' });
    expect(messages.missing('agent_message', 'a', content)).toEqual({ kind: 'blocks', blocks: content });
  });
});

describe('SentMessages', () => {
  test('count what a text has besides its words', () => {
    const messages = new SentMessages({ messageCharacters: 1000, remembered: 3 });
    messages.append('agent_message', 'a', { type: 'text', text: '', _meta: { note: 'x'.repeat(2000) } });
    expect(messages.missing('agent_message', 'a', [])).toEqual({ kind: 'forgotten' });
  });

  test('join many small pieces, and still tell what is missing', () => {
    const messages = new SentMessages({ messageCharacters: 100_000, remembered: 3 });
    for (let index = 0; index < 5000; index += 1) {
      messages.append('agent_message', 'a', { type: 'text', text: index % 2 === 0 ? '' : 'x' });
    }
    const content = [{ type: 'text', text: `${'x'.repeat(2500)}y` }] as const;
    expect(messages.missing('agent_message', 'a', content)).toEqual({
      kind: 'blocks',
      blocks: [{ type: 'text', text: 'y' }],
    });
  });
});

describe('KnownFiles', () => {
  test('keep the newest texts that fit', () => {
    const files = new KnownFiles(10);
    files.set('/a', '12345');
    files.set('/b', '12345');
    files.set('/a', '123');
    files.set('/c', '1234');
    expect(['/a', '/b', '/c'].map((path) => files.get(path))).toEqual(['123', undefined, '1234']);
    files.set('/d', 'longer than everything');
    expect(['/a', '/c', '/d'].map((path) => files.get(path))).toEqual([undefined, undefined, undefined]);
  });
});
