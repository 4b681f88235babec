/** The agent of a tutorial: a slash command, a tool call, and a question before it acts. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';

import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

const cwd = fileURLToPath(new URL('.', import.meta.url));

async function answerTo(prompt: string, picked: string): Promise<string> {
  const app = client({ name: 'test', version: '1.0.0' }).onPermission(() => picked);
  const connection = await app.connect(spawnAgent({ command: process.execPath, args: ['agent.mjs'], cwd }));
  const session = await connection.newSession({ cwd });
  let answer = '';
  for await (const update of session.prompt(prompt)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  await connection.close();
  return answer;
}

export async function main(): Promise<void> {
  assert.equal(await answerTo('What grows here?', 'cancelled'), 'You said: What grows here?\n');
  assert.equal(await answerTo('/cut rose', 'allow_once'), 'It is cut.\n');
  assert.equal(await answerTo('/cut rose', 'reject_once'), 'I left it.\n');
}
