/** An agent that asks before it acts, and a client that decides. */
import assert from 'node:assert/strict';

import { memoryPair } from '@acp-stack/rpc';
import { agent } from '@acp-stack/sdk';

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

// #region client
import { client, type Client } from '@acp-stack/sdk';

/** A client whose user picks the option with the id `picked`, where it is offered. */
const clientThatPicks = (picked: string): Client =>
  client({ name: 'my-editor', version: '1.0.0' }).onPermission(({ options }) =>
    options.some(({ optionId }) => optionId === picked) ? picked : 'cancelled',
  );
// #endregion client

/** What the agent says when the user picks `optionId`. */
async function answerTo(optionId: string): Promise<string> {
  const [agentSide, clientSide] = memoryPair();
  void careful.serve(agentSide);
  await using connection = await clientThatPicks(optionId).connect(clientSide);
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
