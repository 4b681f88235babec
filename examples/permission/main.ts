/** An agent that asks before it acts, and a client that decides. */
import assert from 'node:assert/strict';

import { memoryPair } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';

// #region agent
const careful = agent({ name: 'careful', version: '1.0.0' }).onPrompt(async (turn) => {
  const call = turn.toolCall({ title: 'Cut the roses', kind: 'edit' });
  const allowed = await turn.requestPermission({ title: 'Cut the roses?', subject: call });
  if (allowed === undefined) {
    await call.cancel();
    await turn.message.append('I left them.');
    return;
  }
  await call.complete();
  await turn.message.append('Done.');
});
// #endregion agent

/** What the agent says when the user picks `optionId`. */
async function answerTo(optionId: string): Promise<string> {
  const [agentSide, clientSide] = memoryPair();
  void careful.serve(agentSide);
  // #region client
  await using connection = await client({ name: 'my-editor', version: '1.0.0' })
    .onPermission((request) => request.options.find((option) => option.optionId === optionId)?.optionId ?? 'cancelled')
    .connect(clientSide);
  // #endregion client
  const session = await connection.newSession({ cwd: '/garden' });
  let answer = '';
  for await (const update of session.prompt('Cut the roses.')) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}

export async function main(): Promise<void> {
  assert.equal(await answerTo('allow_once'), 'Done.');
  assert.equal(await answerTo('reject_once'), 'I left them.');
  assert.equal(await answerTo('never offered'), 'I left them.');
}
