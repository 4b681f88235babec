/** The rules about what a client makes of a session's updates, proved on a client that keeps a transcript. */
import type { SessionUpdate } from '@acp-stack/sdk';
import { findEntry, TranscriptStore, type Transcript } from '@acp-stack/transcript';
import { describe, expect } from 'vitest';

import type { ProgramFixture } from './program-fixture.ts';
import type { WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

/** A client that keeps a transcript of what the tester tells it. */
async function keeping(fixture: ProgramFixture): Promise<{
  tell: (sessionUpdate: SessionUpdate['sessionUpdate'], fields: object) => ReturnType<WireTester['update']>;
  transcript: () => Transcript;
}> {
  const store = new TranscriptStore();
  const { tester, open } = await fixture.client();
  const session = await open();
  session.onUpdate(store.apply);
  return { transcript: store.snapshot, tell: (kind, fields) => tester.update('s1', kind, fields) };
}

const text = (words: string): object => ({ type: 'text', text: words });

describe('a transcript', () => {
  provesOnWire('LIFE-17', {
    client: async (fixture) => {
      const { tell, transcript } = await keeping(fixture);
      const said = (messageId: string): unknown =>
        findEntry(transcript(), 'agent_message', messageId)?.content.toArray();
      for (const [messageId, content] of [
        ['left', undefined],
        ['cleared', null],
        ['emptied', []],
        ['replaced', [text('two')]],
      ] as const) {
        await tell('agent_message_chunk', { messageId, content: text('o') });
        await tell('agent_message_chunk', { messageId, content: text('ne') });
        await tell('agent_message', { messageId, ...(content === undefined ? {} : { content }) });
      }
      expect(['left', 'cleared', 'emptied', 'replaced'].map(said)).toEqual([[text('one')], [], [], [text('two')]]);
      await tell('agent_message_chunk', { messageId: 'replaced', content: text(' three') });
      await tell('agent_message_chunk', { messageId: 'cleared', content: text('anew') });
      expect([said('replaced'), said('cleared')]).toEqual([[text('two three')], [text('anew')]]);
    },
  });

  provesOnWire('TOOL-16', {
    client: async (fixture) => {
      const { tell, transcript } = await keeping(fixture);
      const output = (): unknown => transcript().terminals.get('t')?.output.text;
      const base64 = (bytes: readonly number[]): string => btoa(String.fromCodePoint(...bytes));
      // Every piece is padded, and the second begins in the middle of a character.
      for (const bytes of [[0x61, 0xe2], [0x82], [0xac, 0x62]]) {
        await tell('terminal_output_chunk', { terminalId: 't', data: base64(bytes) });
      }
      expect(output()).toBe('a€b');
      await tell('terminal_update', { terminalId: 't', output: { data: base64([0x63]) } });
      expect(output()).toBe('c');
      await tell('terminal_output_chunk', { terminalId: 't', data: base64([0x64]) });
      await tell('terminal_update', { terminalId: 't', command: 'ls' });
      expect(output()).toBe('cd');
    },
  });

  provesOnWire('EXT-07', {
    client: async (fixture) => {
      const { tell, transcript } = await keeping(fixture);
      const metadata = (): unknown[] => [
        findEntry(transcript(), 'tool_call', 'c')?.['_meta'],
        findEntry(transcript(), 'agent_message', 'm')?.['_meta'],
        transcript().terminals.get('t')?.['_meta'],
        transcript().info['_meta'],
      ];
      const upsert = async (more: object): Promise<void> => {
        await tell('tool_call_update', { toolCallId: 'c', ...more });
        await tell('agent_message', { messageId: 'm', ...more });
        await tell('terminal_update', { terminalId: 't', ...more });
        await tell('session_info_update', more);
      };
      await upsert({ _meta: { a: { deep: 1 }, b: 1 } });
      await upsert({ _meta: { a: 2, c: 3 } });
      await upsert({});
      const own = { _meta: { chunk: true } };
      await tell('agent_message_chunk', { messageId: 'm', content: text('a'), ...own });
      await tell('tool_call_content_chunk', {
        toolCallId: 'c',
        content: { type: 'terminal', terminalId: 't' },
        ...own,
      });
      await tell('terminal_output_chunk', { terminalId: 't', data: 'YQ==', ...own });
      await tell('terminal_update', { terminalId: 't', output: { data: 'YQ==', ...own }, exitStatus: own });
      expect(metadata()).toEqual(Array.from({ length: 4 }, () => ({ a: 2, b: 1, c: 3 })));
      await upsert({ _meta: null });
      expect(metadata()).toEqual([undefined, undefined, undefined, undefined]);
    },
  });
});
