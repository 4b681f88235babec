import type { SessionUpdate } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { DocumentView } from './document-view.ts';

const updates: readonly SessionUpdate[] = [
  { sessionUpdate: 'user_message', messageId: 'u', content: [{ type: 'text', text: 'What grows here?' }] },
  { sessionUpdate: 'agent_message_chunk', messageId: 'a', content: { type: 'text', text: 'I **look**.' } },
  { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Read beds.md', kind: 'read', status: 'completed' },
  {
    sessionUpdate: 'agent_message_chunk',
    messageId: 'b',
    content: { type: 'text', text: '<script>alert(1)</script>' },
  },
  {
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId: 'p', entries: [{ content: 'Look', priority: 'high', status: 'completed' }] },
  },
];

async function written(format: 'markdown' | 'html', end: 'finish' | 'endLine' = 'finish'): Promise<string> {
  const terminal = captureTerminal();
  const view = new DocumentView(terminal, format);
  for (const update of updates) await view.apply(update);
  expect(terminal.out()).toBe('');
  await view[end]();
  await view.finish();
  return terminal.out();
}

test('Markdown has everything in the order in which it happened, once', async () => {
  const parts = ['> What grows here?', 'I **look**.', '### Read beds.md', 'alert', '- [x] Look'];
  const text = await written('markdown');
  const places = parts.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  expect(text.split('### Read beds.md')).toHaveLength(2);
});

test('HTML is one page in which text of the agent is text', async () => {
  const page = await written('html');
  expect(page).toMatch(/^<!doctype html>/u);
  expect(page).toContain('<p>I <strong>look</strong>.</p>');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('<script');
  expect(page).toContain('<li>☑ Look</li>');
});

test('work that fails is written as far as it came', async () => {
  expect(await written('markdown', 'endLine')).toContain('I **look**.');
});
