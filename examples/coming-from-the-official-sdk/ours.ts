/** The same agent and client on acp-stack. */
// #region agent
import { memoryPair } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';

const ourAgent = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(`You said: ${turn.text}`);
});
// #endregion agent

// #region client
export async function askOurs(question: string): Promise<string> {
  const [agentSide, clientSide] = memoryPair();
  void ourAgent.serve(agentSide);
  await using connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(clientSide);
  const session = await connection.newSession({ cwd: '/garden' });
  let answer = '';
  for await (const update of session.prompt(question)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}
// #endregion client
