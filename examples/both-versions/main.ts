/** Programs are written for version 2; a bridge around the channel speaks version 1 for them. */
import assert from 'node:assert/strict';

import { memoryPair, type Channel } from '@acp-stack/rpc';
import { client } from '@acp-stack/sdk';

import { greeter } from '../first-agent/agent.ts';

// #region bridges
import { bridge } from '@acp-stack/bridge';

/** An editor that knows only version 1 talks to this agent all the same. */
async function serveOldEditor(channel: Channel): Promise<void> {
  await greeter.serve(bridge(channel, { peer: 'client', speaks: 1 }));
}

/** An agent that knows only version 1 looks like one of version 2 to this client. */
async function askOldAgent(channel: Channel, question: string): Promise<string> {
  const face = bridge(channel, { peer: 'agent', speaks: 1, onReport: (report) => losses.push(report.kind) });
  await using connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(face);
  const session = await connection.newSession({ cwd: '/garden' });
  let answer = '';
  for await (const update of session.prompt(question)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}
// #endregion bridges

/** What a bridge had to say; nothing, where nothing is lost. */
const losses: string[] = [];

export async function main(): Promise<void> {
  // Both ends are of version 2 here, and what is between them is version 1.
  const [agentSide, clientSide] = memoryPair();
  void serveOldEditor(agentSide);
  assert.equal(await askOldAgent(clientSide, 'What grows here?'), 'You said: What grows here?');
  assert.deepEqual(losses, []);
}
