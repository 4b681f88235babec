/** Tools for one session of a client. */
// #region one-session
import { offer, serverOfModule, tool } from '@acp-stack/mcp';
import { client, type AgentComponent, type Client } from '@acp-stack/sdk';

import myTools from './my-tools.mjs';

const editor: Client = client({ name: 'my-editor', version: '1.0.0' });
const mcp = offer(editor); // nothing for all sessions

export async function ask(agent: AgentComponent, question: string): Promise<string> {
  await using connection = await editor.connect(agent);
  const fromFile = mcp.declare(await serverOfModule('my-tools', myTools));
  const inPlace = mcp.tools({ moon: tool({ type: 'object' }, () => 'It is full.') });
  const session = await connection.newSession({ cwd: '/garden', mcpServers: [fromFile, inPlace] });
  let answer = '';
  for await (const update of session.prompt(question)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}
// #endregion one-session
