/** Runs the client, which runs the agent: two processes that talk. Then an agent that dies, and is started again. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

const cwd = fileURLToPath(new URL('.', import.meta.url));

export async function main(): Promise<void> {
  const { stdout } = await promisify(execFile)('node', ['client.mjs'], { cwd });
  console.log(`$ node client.mjs\n${stdout.trim()}`);
  assert.equal(stdout, 'You said: What grows here?\n');
  await restart();
}

async function restart(): Promise<void> {
  const start = (): ReturnType<typeof spawnAgent> => spawnAgent({ command: 'node', args: ['agent.mjs'], cwd });
  const agent = start();
  const connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(agent);
  const session = await connection.newSession({ cwd: '/garden' });
  if (agent.pid !== undefined) process.kill(agent.pid, 'SIGKILL');
  // #region restart
  const { error } = await connection.closed; // its message says how it ended, and what it printed last
  const { restored, lost } = await connection.reconnect(start()); // start() is spawnAgent(…), as above
  // #endregion restart
  assert.match(String(error), /was ended by SIGKILL/u);
  assert.deepEqual(restored, []);
  // This agent keeps its sessions in memory, so the new process knows none of them.
  assert.equal(lost[0]?.session, session);
  await connection.close();
}
