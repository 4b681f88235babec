/** Talks to the agent in the same process and checks what it says. */
import assert from 'node:assert/strict';

import { memoryPair } from '@acp-stack/rpc';
import { client } from '@acp-stack/sdk';

import { greeter } from './agent.ts';

export async function main(): Promise<void> {
  const [agentSide, clientSide] = memoryPair();
  const served = greeter.serve(agentSide);
  const connection = await client({ name: 'test', version: '1.0.0' }).connect(clientSide);
  const session = await connection.newSession({ cwd: '/garden' });
  const words: string[] = [];
  const run = session.prompt('hello');
  for await (const update of run) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      words.push(update.content.text);
  }
  assert.equal(words.join(''), 'You said: hello');
  assert.equal((await run).stopReason, 'end_turn');
  await connection.close();
  assert.equal((await served).by, 'them');
}
