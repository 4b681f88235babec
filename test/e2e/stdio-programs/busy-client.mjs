/**
 * A client to be killed at its work: `node busy-client.mjs <prompt> <agent…>`; prints the numbers of all processes on
 * its first line.
 */
import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

const [, , words, ...argv] = process.argv;
const agent = spawnAgent(argv);
const connection = await client({ name: 'busy', version: '1.0.0' }).connect(agent);
const session = await connection.newSession({ cwd: process.cwd() });
let isTold = false;
for await (const update of session.prompt(words)) {
  if (isTold || update.sessionUpdate !== 'agent_message_chunk') continue;
  isTold = true;
  console.log(JSON.stringify([agent.pid, ...JSON.parse(update.content.text)]));
}
