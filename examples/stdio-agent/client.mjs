/** A client as a program: it starts the agent beside it, asks it something, and prints the answer. */
// #region client
import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

const agent = spawnAgent(['node', 'agent.mjs']);
const connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(agent);
const session = await connection.newSession({ cwd: process.cwd() });
for await (const update of session.prompt('What grows here?')) {
  if (update.sessionUpdate === 'agent_message_chunk') console.log(update.content.text);
}
await connection.close();
// #endregion client
