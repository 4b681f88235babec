// @vitest-environment happy-dom
import { memoryPair } from '@acp-stack/rpc';
import { client } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { OldAgent } from '../../../../../../test/support/old-agent.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { fakeSession, place } from '../fake-session.test-support.tsx';
import { RowView } from './entry-view.tsx';

const noConversation = (): undefined => undefined;

test('an agent of version 1 is shown like any other: messages, thoughts, tool calls and diffs of two texts', async () => {
  const [forClient, forAgent] = memoryPair();
  const agent = new OldAgent(forAgent);
  const tell = (update: object): Promise<void> =>
    Promise.resolve(agent.peer.send({ method: 'session/update', params: { sessionId: 's', update } }));
  agent.onPrompt(async () => {
    await tell({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Let me see.' } });
    await tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'I **change** ' } });
    await tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'it.' } });
    const diff = { type: 'diff', path: '/work/rose.md', oldText: 'A rose is red.\n', newText: 'A rose is white.\n' };
    await tell({
      sessionUpdate: 'tool_call',
      toolCallId: 'edit',
      title: 'Edit rose.md',
      kind: 'edit',
      content: [diff],
    });
    await tell({ sessionUpdate: 'tool_call_update', toolCallId: 'edit', status: 'completed' });
  });
  const { session, apply } = fakeSession();
  using drawn = place();
  await using connection = await client({ name: 'test', version: '1.0.0' }).connect(forClient);
  const remote = await connection.newSession({ cwd: '/work' });
  for await (const update of remote.prompt('Change it.')) apply(update);

  const ids = session.entryIds();
  drawn.draw(ids.map((id) => <RowView key={id} session={session} ids={[id]} renderConversation={noConversation} />));
  expect(drawn.element.querySelector('strong')?.textContent).toBe('change');
  expect(drawn.element.textContent).toContain('I change it.');
  expect(drawn.element.querySelector('section')?.getAttribute('aria-label')).toBe('Edit rose.md');
  const call = session.transcript().entries.get('tool_call:edit');
  const diff = call?.type === 'tool_call' ? call.content.at(0) : undefined;
  if (diff?.type !== 'diff') throw new Error('The call has no diff.');
  drawn.draw(<DiffView session={session} diff={diff} />);
  expect(drawn.element.querySelector('.bg-removed-word')?.textContent).toBe('red');
  expect(drawn.element.querySelector('.bg-added-word')?.textContent).toBe('white');
  expect(drawn.element.querySelector('figcaption')?.textContent).toContain('rose.md');
});
