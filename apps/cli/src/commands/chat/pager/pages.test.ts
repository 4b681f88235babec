import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { emptyTranscript, fold } from '@acp-stack/transcript';
import { expect, test } from 'vitest';

import { textOfLine } from '../../../tui/styled-line.ts';
import { Subagents } from '../conversation/subagents.ts';
import { Pages } from './pages.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n\n');
const said = (sessionUpdate: string, text: string): SessionUpdate =>
  ({ sessionUpdate, messageId: sessionUpdate, content: { type: 'text', text } }) as unknown as SessionUpdate;
const child = (sessionId: string): SessionUpdate =>
  ({ sessionUpdate: 'subagent_update', sessionId, title: 'Search' }) as unknown as SessionUpdate;

test('what is folded names the key that unfolds it here', () => {
  const updates = [said('user_message_chunk', lines(30)), said('agent_thought_chunk', lines(3)), child('child')];
  const transcript = updates.reduce((before, update) => fold(before, update), emptyTranscript());
  const subagents = new Subagents(() => undefined);
  subagents.note(child('child'));
  subagents.receive('child', said('agent_message_chunk', lines(9)));
  const pages = new Pages({ transcript: () => transcript, cwd: () => '/', subagents });
  const text = [0, 1, 2].map((index) => pages.lines(index).map(textOfLine).join('\n'));
  expect(text[0]).toContain('more lines, Enter shows them');
  expect(text[1]).toBe('✻ line 1 … 2 more lines, Enter shows them\n');
  expect(text[2]).toContain('… Enter shows all');
});
