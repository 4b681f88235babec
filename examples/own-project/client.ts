// #region client
import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

const connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(spawnAgent(['node', 'dist/agent.js']));
const cwd = process.cwd();
const { sessions } = await connection.listPage({ cwd });
console.log(`Sessions before this one: ${sessions.length}`);
const session = await connection.newSession({ cwd });
for await (const update of session.prompt('What grows here?')) {
  if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
    console.log(update.content.text);
}
await connection.close();
// #endregion client
