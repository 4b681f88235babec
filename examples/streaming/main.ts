/** Streams text, thoughts, a plan and a tool call, and shows them in the order in which they were sent. */
import assert from 'node:assert/strict';

import { memoryPair } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';

// #region agent
const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.plan([{ content: 'Look at the beds', priority: 'high', status: 'in_progress' }]);
  await turn.thought.append('Roses first.');
  const call = turn.toolCall({ title: 'Read beds.md', kind: 'read' });
  await call.start();
  await call.append('rose, rose, tulip');
  await call.complete();
  for (const word of ['Two ', 'roses, ', 'one ', 'tulip.']) await turn.message.append(word);
});
// #endregion agent

export async function main(): Promise<void> {
  const [agentSide, clientSide] = memoryPair();
  void gardener.serve(agentSide);
  await using connection = await client({ name: 'test', version: '1.0.0' }).connect(clientSide);
  const session = await connection.newSession({ cwd: '/garden' });
  const seen: string[] = [];
  for await (const update of session.prompt('What grows here?')) seen.push(update.sessionUpdate);
  assert.deepEqual(seen, [
    'user_message',
    'state_update',
    'plan_update',
    'agent_thought_chunk',
    'tool_call_update',
    'tool_call_update',
    'tool_call_content_chunk',
    'tool_call_update',
    ...Array.from({ length: 4 }, () => 'agent_message_chunk'),
    'state_update',
  ]);
}
