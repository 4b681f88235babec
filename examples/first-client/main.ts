/** A whole client, with the agent of the first example at the other end. */
import assert from 'node:assert/strict';

import { greeter } from '../first-agent/agent.ts';

// #region client
import { memoryPair, type Channel } from '@acp-stack/rpc';
import { client } from '@acp-stack/sdk';

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
  // #region pair
  const [agentSide, clientSide] = memoryPair();
  void greeter.serve(agentSide); // greeter is what agent(…).onPrompt(…) gives
  const answer = await ask(clientSide, 'What grows here?');
  // #endregion pair
  assert.equal(answer, 'You said: What grows here?');
}
