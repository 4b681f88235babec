/** A whole client, with the agent of the first example at the other end. */
import assert from 'node:assert/strict';

import { memoryPair, type Channel } from '@acp-stack/rpc';
import { client } from '@acp-stack/sdk';

import { greeter } from '../first-agent/agent.ts';

// #region client
async function ask(channel: Channel, question: string): Promise<string> {
  await using connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(channel);
  const session = await connection.newSession({ cwd: '/garden' });
  let answer = '';
  for await (const update of session.prompt(question)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}
// #endregion client

export async function main(): Promise<void> {
  const [agentSide, clientSide] = memoryPair();
  void greeter.serve(agentSide);
  assert.equal(await ask(clientSide, 'What grows here?'), 'You said: What grows here?');
}
