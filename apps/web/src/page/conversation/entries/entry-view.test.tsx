// @vitest-environment happy-dom
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { act, Profiler } from 'react';
import { expect, test } from 'vitest';

import { chunk, fakeSession, place } from '../fake-session.test-support.tsx';
import { RowView } from './entry-view.tsx';

const noConversation = (): undefined => undefined;
const running: SessionUpdate = { sessionUpdate: 'state_update', state: 'running' };
const user = (messageId: string, text: string, principal?: string): SessionUpdate => ({
  sessionUpdate: 'user_message',
  messageId,
  content: [{ type: 'text', text }],
  ...(principal === undefined ? {} : { _meta: { 'acp-stack.dev/hub': { principal } } }),
});

const image = (mimeType: string, data: string): SessionUpdate => ({
  sessionUpdate: 'user_message',
  messageId: 'a',
  content: [{ type: 'image', mimeType, data }],
});
const call = (toolCallId: string, fields: object): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  title: `Call ${toolCallId}`,
  kind: 'read',
  ...fields,
});

/** Draws one row for these updates; returns its text. */
function shown(id: string, ...updates: readonly SessionUpdate[]): { readonly text: string; readonly html: string } {
  const { session, apply } = fakeSession();
  using drawn = place();
  apply(...updates);
  drawn.draw(<RowView session={session} ids={[id]} renderConversation={noConversation} />);
  return { text: drawn.element.textContent ?? '', html: drawn.element.innerHTML };
}

test('a token draws the component of its message again, and no other row, however many there are', () => {
  const { session, apply } = fakeSession();
  using drawn = place();
  const draws = new Map<string, number>();
  const ids = Array.from({ length: 30 }, (_, index) => `agent_message:${index}`);
  apply(running, ...ids.map((_, index) => chunk(String(index), `Message ${index}.`)));
  drawn.draw(
    ids.map((id) => (
      <Profiler key={id} id={id} onRender={() => draws.set(id, (draws.get(id) ?? 0) + 1)}>
        <RowView session={session} ids={[id]} renderConversation={noConversation} />
      </Profiler>
    )),
  );
  draws.clear();
  for (let token = 0; token < 10; token += 1) apply(chunk('29', ' more'));
  expect([...draws]).toEqual([['agent_message:29', 10]]);
  expect(drawn.element.textContent).toContain('Message 29. more more');
});

test('a message of another user has its name, and an own one has none', () => {
  expect(shown('user_message:a', user('a', 'Hello', 'ada')).text).toContain('ada');
  expect(shown('user_message:a', user('a', 'Hello', 'me')).text).toBe('Hello');
  expect(shown('user_message:a', user('a', 'Hello')).text).toBe('Hello');
});

test('the text of a user is shown as it was written', () => {
  const { html, text } = shown('user_message:a', user('a', '**a** <b>'));
  expect(text).toBe('**a** <b>');
  expect(html).not.toContain('<strong');
});

test('a long message of a user is folded', () => {
  expect(shown('user_message:a', user('a', 'x\n'.repeat(40))).text).toContain('Show all of it');
});

test('images are shown only from data in a safe format', () => {
  expect(shown('user_message:a', image('image/png', 'AAAA')).html).toContain('src="data:image/png;base64,AAAA"');
  for (const [type, data] of [
    ['image/svg+xml', 'AAAA'],
    ['text/html', 'AAAA'],
    ['image/png;x="', 'AAAA'],
    ['image/png', 'AA" onerror="x'],
  ] as const) {
    expect(shown('user_message:a', image(type, data)).html).not.toContain('<img');
  }
});

test('a message between sessions says where it comes from', () => {
  const update: SessionUpdate = {
    sessionUpdate: 'session_message',
    messageId: 'm',
    senderSessionId: 'other',
    recipientSessionId: 'session_1',
    content: [{ type: 'text', text: 'Done.' }],
  };
  const { text, html } = shown('session_message:m', update);
  expect(text).toBe('From another sessionDone.');
  expect(html).toContain('href="#/s/other"');
});

test('a tool call that failed is open, and one that can be cancelled has a button for it', () => {
  const { session, apply, cancelled } = fakeSession();
  using drawn = place();
  apply(call('c', { title: 'Build', status: 'in_progress', rawOutput: 'no such file', capabilities: { cancel: {} } }));
  drawn.draw(<RowView session={session} ids={['tool_call:c']} renderConversation={noConversation} />);
  expect(drawn.element.textContent).not.toContain('no such file');
  act(() => {
    drawn.element.querySelector<HTMLElement>('[aria-label="Cancel Build"]')?.click();
  });
  expect(cancelled).toEqual(['c']);
  apply(call('c', { title: 'Build', status: 'failed' }));
  expect(drawn.element.textContent).toContain('Failed');
  expect(drawn.element.textContent).toContain('no such file');
  expect(drawn.element.querySelector('[aria-label="Cancel Build"]')).toBeNull();
});

test('a group of calls shows those that go on, failed or changed a file without being opened', () => {
  const { session, apply } = fakeSession();
  using drawn = place();
  const statuses = { a: 'completed', b: 'failed', c: 'completed', d: 'in_progress' };
  apply(...Object.entries(statuses).map(([id, status]) => call(id, { status })));
  const ids = ['a', 'b', 'c', 'd'].map((id) => `tool_call:${id}`);
  drawn.draw(<RowView session={session} ids={ids} renderConversation={noConversation} />);
  const titles = (): readonly (string | null)[] =>
    [...drawn.element.querySelectorAll('section')].map((card) => card.getAttribute('aria-label'));
  expect(titles()).toEqual(['Call b', 'Call d']);
  expect(drawn.element.textContent).toContain('4 tool calls: 4 files read');
  apply(call('d', { status: 'completed' }));
  expect(titles()).toEqual(['Call b']);
});

test('tool calls and thoughts from the history show the time that a hub has noted', () => {
  const noted = (took: unknown): object => ({ _meta: { 'acp-stack.dev/hub': { took } } });
  const thought: SessionUpdate = {
    sessionUpdate: 'agent_thought',
    messageId: 't',
    content: [{ type: 'text', text: 'Hm' }],
  };
  expect(shown('agent_thought:t', thought).text).toBe('Thought');
  expect(shown('agent_thought:t', thought, { ...thought, ...noted(12_300) }, chunk('m', 'Done.')).text).toBe(
    'Thought for 12 s',
  );
  expect(shown('tool_call:c', call('c', { status: 'completed', ...noted(1500) })).text).toContain('1.5 s');
  expect(shown('tool_call:c', call('c', { status: 'completed', ...noted('long') })).text).not.toContain(' s');
});
